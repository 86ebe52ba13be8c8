//! Places a graph in layers, top to bottom, so that its edges are short, few cross and all point
//! down except those that close cycles.
//!
//! The method is that of Sugiyama, Tagawa and Toda (1981): turn back the edges that close cycles,
//! give every node a layer by its longest path from the top, put points on the layers that an edge
//! crosses (one of them carries its label), order the layers by barycentres, then shift everything to
//! where its neighbours are. The last part solves each layer exactly, by isotonic regression.

use std::collections::VecDeque;

/// What is to be placed.
#[derive(Clone, Debug, Default)]
pub struct Shapes {
    /// Width and height of each node.
    pub nodes: Vec<(f64, f64)>,
    /// From, to, and width and height of the label.
    pub edges: Vec<(usize, usize, (f64, f64))>,
    /// Comes first.
    pub entry: usize,
}

/// A point of a drawing.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Point {
    pub x: f64,
    pub y: f64,
}

/// A graph with all its places.
#[derive(Clone, Debug, Default)]
pub struct Placed {
    pub width: f64,
    pub height: f64,
    /// The centre of each node.
    pub nodes: Vec<Point>,
    pub routes: Vec<Route>,
}

/// The course of an arc.
#[derive(Clone, Debug, Default)]
pub struct Route {
    /// From the edge of one node to that of the other; for an edge from a node to itself, where it
    /// leaves and where it returns, on the right.
    pub points: Vec<Point>,
    /// The left end of the label, half-way up.
    pub label: Option<Point>,
    /// It points up: it closes a cycle.
    pub back: bool,
    pub to_itself: bool,
}

const MARGIN: f64 = 16.0;
const GAP: f64 = 22.0;
const LAYER_GAP: f64 = 24.0;
/// How far an edge from a node to itself stands off.
pub const LOOP: f64 = 26.0;
const SWEEPS: usize = 24;

/// Everything in its place. Edges to nodes that do not exist are left out (an empty route).
pub fn place(shapes: &Shapes) -> Placed {
    let mut net = Net::new(shapes);
    net.order();
    net.shift();
    net.finish(shapes)
}

/// A node, or a point of an edge on a layer.
struct Vertex {
    layer: usize,
    left: f64,
    right: f64,
    height: f64,
    /// How strongly it stays in line with its neighbours.
    weight: f64,
    x: f64,
    up: Vec<usize>,
    down: Vec<usize>,
}

struct Net {
    vertices: Vec<Vertex>,
    layers: Vec<Vec<usize>>,
    /// For each edge that is not a loop, its vertices from top to bottom, and which has the label.
    chains: Vec<Option<(Vec<usize>, usize)>>,
    turned: Vec<bool>,
    /// For each node, its edges to itself.
    loops: Vec<Vec<usize>>,
}

impl Net {
    fn new(shapes: &Shapes) -> Net {
        let count = shapes.nodes.len();
        let inside = |edge: &(usize, usize, (f64, f64))| edge.0 < count && edge.1 < count;
        let turned = turned_edges(shapes);
        let ranks = ranks(shapes, &turned);
        let mut loops: Vec<Vec<usize>> = vec![Vec::new(); count];
        for (number, edge) in shapes.edges.iter().enumerate() {
            if inside(edge) && edge.0 == edge.1 {
                loops[edge.0].push(number);
            }
        }
        let mut vertices: Vec<Vertex> = Vec::new();
        for (number, (width, height)) in shapes.nodes.iter().enumerate() {
            let label = loops[number].iter().map(|edge| shapes.edges[*edge].2.0);
            let labels: f64 = loops[number].iter().map(|edge| shapes.edges[*edge].2.1 + 6.0).sum();
            let beside = label.reduce(f64::max).map_or(0.0, |label| label + LOOP + 6.0);
            vertices.push(Vertex {
                layer: ranks[number] * 2,
                left: width / 2.0,
                right: width / 2.0 + beside,
                height: height.max(labels),
                weight: 1.0,
                x: 0.0,
                up: Vec::new(),
                down: Vec::new(),
            });
        }
        let mut chains = Vec::new();
        for (number, edge) in shapes.edges.iter().enumerate() {
            if !inside(edge) || edge.0 == edge.1 {
                chains.push(None);
                continue;
            }
            let (top, bottom) = if turned[number] { (edge.1, edge.0) } else { (edge.0, edge.1) };
            let mut chain = vec![top];
            let (first, last) = (vertices[top].layer + 1, vertices[bottom].layer);
            let middle = (first + last - 1) / 2;
            for layer in first..last {
                let (width, height) = if layer == middle { edge.2 } else { (0.0, 0.0) };
                chain.push(vertices.len());
                vertices.push(Vertex {
                    layer,
                    left: 4.0,
                    right: 6.0 + width,
                    height,
                    weight: 6.0,
                    x: 0.0,
                    up: Vec::new(),
                    down: Vec::new(),
                });
            }
            chain.push(bottom);
            for pair in chain.windows(2) {
                vertices[pair[0]].down.push(pair[1]);
                vertices[pair[1]].up.push(pair[0]);
            }
            chains.push(Some((chain, 1 + middle - first)));
        }
        let depth = vertices.iter().map(|vertex| vertex.layer + 1).max().unwrap_or(0);
        let mut layers = vec![Vec::new(); depth];
        for vertex in visiting_order(&vertices, shapes.entry) {
            layers[vertices[vertex].layer].push(vertex);
        }
        Net { vertices, layers, chains, turned, loops }
    }

    /// Orders each layer by the mean position of its neighbours, down and up again, and keeps the
    /// order with the fewest crossings.
    fn order(&mut self) {
        let mut best = (self.crossings(), self.layers.clone());
        for sweep in 0..SWEEPS {
            if best.0 == 0 {
                break;
            }
            let down = sweep % 2 == 0;
            let positions = self.positions();
            let mut positions = positions;
            let numbers: Vec<usize> = if down {
                (1..self.layers.len()).collect()
            } else {
                (0..self.layers.len().saturating_sub(1)).rev().collect()
            };
            for number in numbers {
                let centre = |vertex: usize| {
                    let at = &self.vertices[vertex];
                    let beside = if down { &at.up } else { &at.down };
                    if beside.is_empty() {
                        return positions[vertex];
                    }
                    let sum: f64 = beside.iter().map(|other| positions[*other]).sum();
                    sum / beside.len() as f64
                };
                let mut keyed: Vec<(f64, usize)> =
                    self.layers[number].iter().map(|vertex| (centre(*vertex), *vertex)).collect();
                keyed.sort_by(|a, b| a.0.total_cmp(&b.0));
                self.layers[number] = keyed.into_iter().map(|(_, vertex)| vertex).collect();
                for (position, vertex) in self.layers[number].iter().enumerate() {
                    positions[*vertex] = position as f64;
                }
            }
            let crossings = self.crossings();
            if crossings < best.0 {
                best = (crossings, self.layers.clone());
            }
        }
        self.layers = best.1;
    }

    fn positions(&self) -> Vec<f64> {
        let mut positions = vec![0.0; self.vertices.len()];
        for layer in &self.layers {
            for (position, vertex) in layer.iter().enumerate() {
                positions[*vertex] = position as f64;
            }
        }
        positions
    }

    fn crossings(&self) -> u64 {
        let positions = self.positions();
        let mut total = 0;
        for layer in &self.layers {
            let mut ends: Vec<usize> = Vec::new();
            for vertex in layer {
                let mut here: Vec<usize> =
                    self.vertices[*vertex].down.iter().map(|to| positions[*to] as usize).collect();
                here.sort_unstable();
                ends.extend(here);
            }
            total += inversions(&ends);
        }
        total
    }

    /// Moves every vertex towards its neighbours as far as its layer allows.
    fn shift(&mut self) {
        for layer in &self.layers {
            let mut x = 0.0;
            for vertex in layer {
                let at = &mut self.vertices[*vertex];
                x += at.left;
                at.x = x;
                x += at.right + GAP;
            }
        }
        for sweep in 0..SWEEPS {
            let numbers: Vec<usize> = match sweep % 2 {
                0 => (0..self.layers.len()).collect(),
                _ => (0..self.layers.len()).rev().collect(),
            };
            let both = sweep + 6 >= SWEEPS;
            for number in numbers {
                self.shift_layer(number, sweep % 2 == 0 || both, sweep % 2 == 1 || both);
            }
        }
    }

    fn shift_layer(&mut self, number: usize, look_up: bool, look_down: bool) {
        let layer = &self.layers[number];
        let mut wanted: Vec<(f64, f64)> = Vec::with_capacity(layer.len());
        let mut offset = 0.0;
        let mut offsets = Vec::with_capacity(layer.len());
        let mut previous: Option<&Vertex> = None;
        for vertex in layer {
            let at = &self.vertices[*vertex];
            if let Some(previous) = previous {
                offset += previous.right + GAP + at.left;
            }
            offsets.push(offset);
            let up = at.up.iter().filter(|_| look_up);
            let down = at.down.iter().filter(|_| look_down);
            let beside: Vec<f64> = up.chain(down).map(|other| self.vertices[*other].x).collect();
            wanted.push(if beside.is_empty() {
                (at.x - offset, 0.01)
            } else {
                let mean = beside.iter().sum::<f64>() / beside.len() as f64;
                (mean - offset, at.weight)
            });
            previous = Some(at);
        }
        let solved = isotonic(&wanted);
        for ((vertex, x), offset) in layer.iter().zip(solved).zip(offsets) {
            self.vertices[*vertex].x = x + offset;
        }
    }

    fn finish(mut self, shapes: &Shapes) -> Placed {
        let left = self.vertices.iter().map(|at| at.x - at.left).fold(f64::INFINITY, f64::min);
        let left = if left.is_finite() { left } else { 0.0 };
        for vertex in &mut self.vertices {
            vertex.x += MARGIN - left;
        }
        let right = self.vertices.iter().map(|at| at.x + at.right).fold(0.0, f64::max);
        let mut y = MARGIN;
        let mut rows = Vec::with_capacity(self.layers.len());
        for layer in &self.layers {
            let height = layer.iter().map(|at| self.vertices[*at].height).fold(0.0, f64::max);
            rows.push((y + height / 2.0, height));
            y += height + LAYER_GAP;
        }
        let centre = |vertex: usize| {
            let at = &self.vertices[vertex];
            Point { x: at.x, y: rows[at.layer].0 }
        };
        let mut routes = Vec::with_capacity(shapes.edges.len());
        for (number, chain) in self.chains.iter().enumerate() {
            let Some((chain, label)) = chain else {
                routes.push(self.loop_route(shapes, number, &centre));
                continue;
            };
            let (top, bottom) = (chain[0], chain[chain.len() - 1]);
            let inner = &chain[1..chain.len() - 1];
            let mut points = vec![Point {
                x: self.port(shapes, top, chain[1], false),
                y: centre(top).y + shapes.nodes[top].1 / 2.0,
            }];
            // Straight through the layers, so that bends are only between them, clear of labels.
            for vertex in inner {
                let (middle, height) = rows[self.vertices[*vertex].layer];
                let x = self.vertices[*vertex].x;
                points.push(Point { x, y: middle - height / 2.0 });
                points.push(Point { x, y: middle + height / 2.0 });
            }
            points.push(Point {
                x: self.port(shapes, bottom, chain[chain.len() - 2], true),
                y: centre(bottom).y - shapes.nodes[bottom].1 / 2.0,
            });
            let at = centre(chain[*label]);
            let label = Some(Point { x: at.x + 6.0, y: at.y });
            if self.turned[number] {
                points.reverse();
            }
            routes.push(Route { points, label, back: self.turned[number], to_itself: false });
        }
        Placed {
            width: right + MARGIN,
            height: (y - LAYER_GAP + MARGIN).max(2.0 * MARGIN),
            nodes: (0..shapes.nodes.len()).map(centre).collect(),
            routes,
        }
    }

    /// Where an edge meets a node: the edges of one side share it from left to right.
    fn port(&self, shapes: &Shapes, node: usize, other: usize, above: bool) -> f64 {
        let at = &self.vertices[node];
        let mut beside = if above { at.up.clone() } else { at.down.clone() };
        beside.sort_by(|a, b| self.vertices[*a].x.total_cmp(&self.vertices[*b].x));
        let position = beside.iter().position(|vertex| *vertex == other).unwrap_or(0);
        let share = shapes.nodes[node].0 * 0.7;
        at.x + share * ((position as f64 + 0.5) / beside.len().max(1) as f64 - 0.5)
    }

    fn loop_route(&self, shapes: &Shapes, number: usize, centre: &dyn Fn(usize) -> Point) -> Route {
        let (node, to, _) = shapes.edges[number];
        if node != to || node >= shapes.nodes.len() {
            return Route::default();
        }
        let mine = &self.loops[node];
        let heights: Vec<f64> = mine.iter().map(|edge| shapes.edges[*edge].2.1 + 6.0).collect();
        let total: f64 = heights.iter().sum();
        let position = mine.iter().position(|edge| *edge == number).unwrap_or(0);
        let before: f64 = heights[..position].iter().sum();
        let middle = centre(node);
        let x = middle.x + shapes.nodes[node].0 / 2.0;
        let y = middle.y - total / 2.0 + before + heights[position] / 2.0;
        // All leave the node inside its height, and spread to their labels.
        let inside = shapes.nodes[node].1 * 0.7;
        let port = middle.y + inside * ((position as f64 + 0.5) / mine.len() as f64 - 0.5);
        let reach = (inside / mine.len() as f64 * 0.4).min(7.0);
        Route {
            points: vec![Point { x, y: port - reach }, Point { x, y: port + reach }],
            label: Some(Point { x: x + LOOP, y }),
            back: false,
            to_itself: true,
        }
    }
}

/// The edges that lead back into the path that found them, seen from the entry first.
fn turned_edges(shapes: &Shapes) -> Vec<bool> {
    let count = shapes.nodes.len();
    let mut leaving: Vec<Vec<usize>> = vec![Vec::new(); count];
    for (number, (from, to, _)) in shapes.edges.iter().enumerate() {
        if *from < count && *to < count && from != to {
            leaving[*from].push(number);
        }
    }
    let mut turned = vec![false; shapes.edges.len()];
    let mut seen = vec![false; count];
    let mut on_path = vec![false; count];
    for start in std::iter::once(shapes.entry).chain(0..count).filter(|start| *start < count) {
        if seen[start] {
            continue;
        }
        seen[start] = true;
        on_path[start] = true;
        let mut path: Vec<(usize, usize)> = vec![(start, 0)];
        while let Some((node, next)) = path.last_mut() {
            let Some(edge) = leaving[*node].get(*next) else {
                on_path[*node] = false;
                path.pop();
                continue;
            };
            *next += 1;
            let to = shapes.edges[*edge].1;
            if on_path[to] {
                turned[*edge] = true;
            } else if !seen[to] {
                seen[to] = true;
                on_path[to] = true;
                path.push((to, 0));
            }
        }
    }
    turned
}

/// The length of the longest path that leads to each node.
fn ranks(shapes: &Shapes, turned: &[bool]) -> Vec<usize> {
    let count = shapes.nodes.len();
    let mut below: Vec<Vec<usize>> = vec![Vec::new(); count];
    let mut above = vec![0usize; count];
    for ((from, to, _), turned) in shapes.edges.iter().zip(turned) {
        if *from < count && *to < count && from != to {
            let (top, bottom) = if *turned { (*to, *from) } else { (*from, *to) };
            below[top].push(bottom);
            above[bottom] += 1;
        }
    }
    let mut ranks = vec![0usize; count];
    let mut ready: VecDeque<usize> = (0..count).filter(|node| above[*node] == 0).collect();
    while let Some(node) = ready.pop_front() {
        for to in &below[node] {
            ranks[*to] = ranks[*to].max(ranks[node] + 1);
            above[*to] -= 1;
            if above[*to] == 0 {
                ready.push_back(*to);
            }
        }
    }
    ranks
}

/// All vertices in the order of a walk from the entry, so that what belongs together starts together.
fn visiting_order(vertices: &[Vertex], entry: usize) -> Vec<usize> {
    let mut seen = vec![false; vertices.len()];
    let mut order = Vec::with_capacity(vertices.len());
    for start in std::iter::once(entry).chain(0..vertices.len()).filter(|at| *at < vertices.len()) {
        let mut waiting = vec![start];
        while let Some(vertex) = waiting.pop() {
            if std::mem::replace(&mut seen[vertex], true) {
                continue;
            }
            order.push(vertex);
            waiting.extend(vertices[vertex].down.iter().rev());
        }
    }
    order
}

/// How many pairs are in the wrong order.
fn inversions(items: &[usize]) -> u64 {
    let size = items.iter().max().map_or(0, |largest| largest + 1);
    let mut tree = vec![0u64; size + 1];
    let mut total = 0;
    for (seen, item) in items.iter().enumerate() {
        let mut at = item + 1;
        let mut not_greater = 0;
        while at > 0 {
            not_greater += tree[at];
            at &= at - 1;
        }
        total += seen as u64 - not_greater;
        let mut at = item + 1;
        while at <= size {
            tree[at] += 1;
            at += at & at.wrapping_neg();
        }
    }
    total
}

/// The non-decreasing sequence nearest to the wanted values, by weighted least squares.
fn isotonic(wanted: &[(f64, f64)]) -> Vec<f64> {
    let mut blocks: Vec<(f64, f64, usize)> = Vec::new(); // mean, weight, length
    for (value, weight) in wanted {
        let mut block = (*value, *weight, 1);
        while let Some(previous) = blocks.last().copied() {
            if previous.0 <= block.0 {
                break;
            }
            let weight = previous.1 + block.1;
            let mean = (previous.0 * previous.1 + block.0 * block.1) / weight;
            block = (mean, weight, previous.2 + block.2);
            blocks.pop();
        }
        blocks.push(block);
    }
    blocks.into_iter().flat_map(|(mean, _, length)| std::iter::repeat_n(mean, length)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shapes(nodes: usize, edges: &[(usize, usize)]) -> Shapes {
        Shapes {
            nodes: vec![(40.0, 20.0); nodes],
            edges: edges.iter().map(|(from, to)| (*from, *to, (30.0, 12.0))).collect(),
            entry: 0,
        }
    }

    #[test]
    fn edges_point_down_unless_they_close_a_cycle() {
        let placed = place(&shapes(4, &[(0, 1), (1, 2), (2, 0), (0, 3), (3, 2), (1, 1)]));
        let y = |node: usize| placed.nodes[node].y;
        assert!(y(0) < y(1) && y(1) < y(2) && y(0) < y(3) && y(3) < y(2));
        let back: Vec<bool> = placed.routes.iter().map(|route| route.back).collect();
        assert_eq!(back, [false, false, true, false, false, false]);
        assert!(placed.routes[5].to_itself);
        let up = &placed.routes[2].points;
        assert!(up[0].y > up[up.len() - 1].y, "it starts below");
    }

    #[test]
    fn nothing_overlaps_in_a_layer() {
        let placed = place(&shapes(5, &[(0, 1), (0, 2), (0, 3), (0, 4)]));
        let mut xs: Vec<f64> = placed.nodes[1..].iter().map(|point| point.x).collect();
        xs.sort_by(f64::total_cmp);
        assert!(xs.windows(2).all(|pair| pair[1] - pair[0] >= 40.0 + GAP - 1e-6), "{xs:?}");
        assert!(placed.nodes.iter().all(|point| point.x >= 20.0 && point.x < placed.width));
    }

    #[test]
    fn an_empty_graph_and_edges_to_nowhere_do_no_harm() {
        place(&Shapes::default());
        let placed = place(&shapes(1, &[(0, 7), (9, 0)]));
        assert!(placed.routes.iter().all(|route| route.points.is_empty()));
    }

    #[test]
    fn crossings_are_undone() {
        assert_eq!(inversions(&[2, 0, 1]), 2);
        assert_eq!(isotonic(&[(3.0, 1.0), (1.0, 1.0), (5.0, 1.0)]), [2.0, 2.0, 5.0]);
        let mut net = Net::new(&shapes(6, &[(0, 1), (0, 2), (1, 4), (2, 3), (1, 5)]));
        net.order();
        assert_eq!(net.crossings(), 0);
    }
}
