//! The page: it stands alone, it says everything, and no text of the user can break it.

mod common;

use common::*;
use trine_property::{Check, Property};
use trine_report::html;

fn page(name: &str, text: &str, property: &Property) -> String {
    let fixture = Fixture::new(name, text);
    let mut trace = match &property.kind {
        trine_property::PropertyKind::Check(Check::Deadlock) => fixture.deadlock(),
        trine_property::PropertyKind::Check(Check::Assertion) => fixture.fault(),
        _ => fixture.first_steps(8),
    };
    if trace.steps.len() == 8 {
        trace.loop_from = Some(4);
    }
    let report = report(vec![fixture.violated(property, trace), holds("assertion")]);
    html::render(&report, &fixture.sources, true)
}

/// The page without its style and script, which are files of their own.
fn content(page: &str) -> String {
    let style = page.find("<style>").zip(page.find("</style>"));
    let (start, end) = style.expect("a style");
    let script = page.rfind("<script>\n").expect("a script");
    format!("{}{}", &page[..start], &page[end..script])
}

#[test]
fn a_page_has_results_chart_and_source() {
    let text = page("philosophers.system", PHILOSOPHERS, &Property::check(Check::Deadlock));
    golden("page.html", &content(&text));
    for part in [
        "<td class=\"violated\">violated</td>",
        "Final state: all threads are blocked",
        "data-step=\"2\"",
        "id=\"f0-7\"",
    ] {
        assert!(text.contains(part), "{part} is missing");
    }
    // Nothing is fetched from elsewhere.
    for outside in ["http://", "https://", "src=", "@import", "url("] {
        assert!(!text.contains(outside), "{outside}");
    }
}

#[test]
fn cycles_and_meetings_are_drawn() {
    let system = Fixture::new("meeting.system", MEETING).system;
    let text = page("meeting.system", MEETING, &recurrence_claim(&system));
    golden("cycle.html", &content(&text));
    assert!(text.contains("class=\"cycle\""));
    assert!(text.contains("class=\"meets\""));
}

#[test]
fn text_of_the_user_stays_text() {
    let wicked = CHILDREN.replace("text \"else\"", "text \"</script><script>alert(1)</script>\"");
    let text = page("<b>&.system", &wicked, &Property::check(Check::Assertion));
    assert!(!text.contains("<script>alert"));
    assert!(!text.contains("<b>&"));
    assert_eq!(text.matches("</script>").count(), 2);
}
