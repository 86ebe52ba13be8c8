//! Draws measured curves as an SVG picture.

use std::fmt::Write;

const WIDTH: f64 = 720.0;
const HEIGHT: f64 = 420.0;
const LEFT: f64 = 70.0;
const BOTTOM: f64 = 50.0;
const COLOURS: [&str; 5] = ["#1b6ca8", "#c0392b", "#2e8b57", "#8e44ad", "#b8860b"];

/// One line of a picture.
pub struct Curve {
    pub name: String,
    pub points: Vec<(f64, f64)>,
}

/// A picture of curves over a logarithmic x axis; with `log_y` the other axis is logarithmic, too.
pub fn svg(title: &str, x_name: &str, y_name: &str, log_y: bool, curves: &[Curve]) -> String {
    let scale = |value: f64, log: bool| if log { value.max(1e-12).log10() } else { value };
    let all = || curves.iter().flat_map(|curve| &curve.points);
    let range = |values: &mut dyn Iterator<Item = f64>| {
        values.fold((f64::MAX, f64::MIN), |(low, high), value| (low.min(value), high.max(value)))
    };
    let (x_low, x_high) = range(&mut all().map(|(x, _)| scale(*x, true)));
    let (y_low, y_high) = range(&mut all().map(|(_, y)| scale(*y, log_y)));
    let place = |x: f64, y: f64| {
        let part = |value: f64, low: f64, high: f64| (value - low) / (high - low).max(1e-9);
        (
            LEFT + part(scale(x, true), x_low, x_high) * (WIDTH - LEFT - 180.0),
            HEIGHT - BOTTOM - part(scale(y, log_y), y_low, y_high) * (HEIGHT - BOTTOM - 50.0),
        )
    };
    let mut out = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {HEIGHT}\" \
         font-family=\"sans-serif\" font-size=\"12\">\n\
         <rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n\
         <text x=\"{LEFT}\" y=\"24\" font-size=\"15\">{title}</text>\n"
    );
    let (right, floor) = (WIDTH - 180.0, HEIGHT - BOTTOM);
    let _ = writeln!(
        out,
        "<path d=\"M{LEFT} 50 V{floor} H{right}\" fill=\"none\" stroke=\"#444\"/>\n\
         <text x=\"{}\" y=\"{}\" text-anchor=\"middle\">{x_name}</text>\n\
         <text x=\"18\" y=\"{}\" transform=\"rotate(-90 18 {})\" text-anchor=\"middle\">{y_name}</text>",
        (LEFT + right) / 2.0,
        HEIGHT - 10.0,
        HEIGHT / 2.0,
        HEIGHT / 2.0
    );
    for (value, log, horizontal) in
        [(x_low, true, true), (x_high, true, true), (y_low, log_y, false), (y_high, log_y, false)]
    {
        let shown = if log { 10f64.powf(value) } else { value };
        let text = if shown >= 1000.0 || (shown < 0.01 && shown > 0.0) {
            format!("{shown:.1e}")
        } else {
            format!("{shown:.2}")
        };
        let (x, y, anchor) = if horizontal {
            (if value == x_low { LEFT } else { right }, floor + 16.0, "middle")
        } else {
            (LEFT - 6.0, if value == y_low { floor } else { 50.0 }, "end")
        };
        let _ = writeln!(out, "<text x=\"{x}\" y=\"{y}\" text-anchor=\"{anchor}\">{text}</text>");
    }
    for (index, curve) in curves.iter().enumerate() {
        let colour = COLOURS[index % COLOURS.len()];
        let mut path = String::new();
        for (step, (x, y)) in curve.points.iter().enumerate() {
            let (x, y) = place(*x, *y);
            let _ = write!(path, "{}{x:.1} {y:.1} ", if step == 0 { 'M' } else { 'L' });
            let _ =
                writeln!(out, "<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"3\" fill=\"{colour}\"/>");
        }
        let _ = writeln!(out, "<path d=\"{path}\" fill=\"none\" stroke=\"{colour}\"/>");
        let y = 60.0 + 18.0 * index as f64;
        let _ = writeln!(
            out,
            "<text x=\"{}\" y=\"{y}\" fill=\"{colour}\">{}</text>",
            right + 12.0,
            curve.name
        );
    }
    out.push_str("</svg>\n");
    out
}
