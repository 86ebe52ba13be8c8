//! Runs a function over a list on a few threads, keeping the order of the list.

use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

/// Applies `work` to every item, `threads` at a time; results come back in the order of `items`.
pub fn map<T: Sync, R: Send>(
    items: &[T],
    threads: usize,
    work: impl Fn(usize, &T) -> R + Sync,
) -> Vec<R> {
    let next = AtomicUsize::new(0);
    let results: Mutex<Vec<Option<R>>> = Mutex::new(items.iter().map(|_| None).collect());
    std::thread::scope(|scope| {
        for _ in 0..threads.clamp(1, items.len().max(1)) {
            scope.spawn(|| {
                loop {
                    let index = next.fetch_add(1, Ordering::Relaxed);
                    let Some(item) = items.get(index) else { break };
                    let result = work(index, item);
                    let mut slots = results.lock().unwrap_or_else(|poison| poison.into_inner());
                    slots[index] = Some(result);
                }
            });
        }
    });
    let slots = results.into_inner().unwrap_or_else(|poison| poison.into_inner());
    slots.into_iter().map(|slot| slot.expect("every item was worked on")).collect()
}

#[cfg(test)]
mod tests {
    #[test]
    fn keeps_the_order() {
        let items: Vec<u32> = (0..100).collect();
        let squares = super::map(&items, 3, |_, n| n * n);
        assert_eq!(squares, items.iter().map(|n| n * n).collect::<Vec<_>>());
        assert!(super::map(&[] as &[u32], 2, |_, n| *n).is_empty());
    }
}
