//! Strongly connected components of a graph of pairs.

/// The components that have a cycle.
pub fn components(next: &[Vec<(u32, bool)>]) -> Vec<Vec<u32>> {
    let count = next.len();
    let mut index = vec![u32::MAX; count];
    let mut low = vec![0u32; count];
    let mut on_stack = vec![false; count];
    let mut stack: Vec<u32> = Vec::new();
    let mut found = Vec::new();
    let mut counter = 0;
    for root in 0..count {
        if index[root] != u32::MAX {
            continue;
        }
        let mut calls: Vec<(u32, usize)> = vec![(root as u32, 0)];
        while let Some((node, position)) = calls.pop() {
            let at = node as usize;
            if position == 0 {
                index[at] = counter;
                low[at] = counter;
                counter += 1;
                stack.push(node);
                on_stack[at] = true;
            }
            if let Some(&(to, _)) = next[at].get(position) {
                calls.push((node, position + 1));
                if index[to as usize] == u32::MAX {
                    calls.push((to, 0));
                } else if on_stack[to as usize] {
                    low[at] = low[at].min(index[to as usize]);
                }
                continue;
            }
            for &(to, _) in &next[at] {
                if on_stack[to as usize] {
                    low[at] = low[at].min(low[to as usize]);
                }
            }
            if low[at] == index[at] {
                let mut component = Vec::new();
                while let Some(member) = stack.pop() {
                    on_stack[member as usize] = false;
                    component.push(member);
                    if member == node {
                        break;
                    }
                }
                if component.len() > 1 || next[at].iter().any(|(to, _)| *to == node) {
                    found.push(component);
                }
            }
        }
    }
    found
}
