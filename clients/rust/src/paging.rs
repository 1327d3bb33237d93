use std::collections::HashSet;
use std::hash::Hash;
use std::str::FromStr;

use async_stream::try_stream;
use futures_util::Stream;

use crate::Error;

type Read<T> = Result<T, Error>;

/// Reads pages until one says that it is the last. The cursor is sent as it came.
pub(crate) fn by_cursor<T, C, F>(read: impl Fn(Option<C>) -> F) -> impl Stream<Item = Read<T>>
where
    C: FromStr,
    F: Future<Output = Read<(Vec<T>, String, bool)>>,
{
    try_stream! {
        let mut seen = HashSet::new();
        let mut cursor = None;
        loop {
            let (items, next, more) = read(cursor.take()).await?;
            for item in items {
                yield item;
            }
            if !more {
                break;
            }
            cursor = next.parse().ok();
            if cursor.is_none() || seen.contains(&next) {
                Err(Error::Paging(format!("the list does not end: after this page comes the cursor {next:?}")))?;
            }
            seen.insert(next);
        }
    }
}

/// Reads pages until all rows are read or a page is empty. What moves to the next page while the list is read is given once.
pub(crate) fn by_row<T, K: Eq + Hash, F>(
    first: Option<i64>,
    key: impl Fn(&T) -> K,
    read: impl Fn(Option<i64>) -> F,
) -> impl Stream<Item = Read<T>>
where
    F: Future<Output = Read<(Vec<T>, i64)>>,
{
    try_stream! {
        let mut seen = HashSet::new();
        let mut offset = first;
        loop {
            let (items, total) = read(offset).await?;
            let rows = offset.unwrap_or_default() + i64::try_from(items.len()).unwrap_or(i64::MAX);
            let empty = items.is_empty();
            for item in items {
                if seen.insert(key(&item)) {
                    yield item;
                }
            }
            if empty || rows >= total {
                break;
            }
            offset = Some(rows);
        }
    }
}

/// The documented default of the length of a page by time; more is not known to be possible.
const MOST: usize = 500;

/// Reads pages, each from the moment of the last item of the page before, until one brings nothing new. Whether that moment
/// belongs to the page the documents leave open: an item that comes again is given once, and a short page is not taken for
/// the last.
pub(crate) fn by_time<T, F>(
    mut limit: Option<String>,
    key: impl Fn(&T) -> (i64, String),
    read: impl Fn(Option<String>, Option<String>) -> F,
) -> impl Stream<Item = Read<T>>
where
    F: Future<Output = Read<Vec<T>>>,
{
    try_stream! {
        let (mut seen, mut offset) = (HashSet::new(), None);
        loop {
            let items = read(offset.clone(), limit.clone()).await?;
            let keys: Vec<_> = items.iter().map(&key).collect();
            let (Some((_, first)), Some((_, last))) = (keys.first(), keys.last()) else { break };
            let mut fresh = false;
            for (item, (id, _)) in items.into_iter().zip(&keys) {
                if !seen.contains(id) {
                    fresh = true;
                    yield item;
                }
            }
            let asked = limit.as_ref().and_then(|text| text.parse().ok()).unwrap_or(MOST);
            if fresh {
                offset = Some(last.clone());
            } else if keys.len() < asked || first != last {
                break;
            } else if asked >= MOST {
                Err(Error::Paging(format!("more than {MOST} items happened at {last}")))?;
            } else { // A full page of one moment: a longer page may reach beyond it.
                limit = Some(MOST.min(asked * 2).to_string());
            }
            seen = keys.into_iter().map(|(id, _)| id).collect();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use futures_util::TryStreamExt;
    use std::future::ready;

    #[tokio::test]
    async fn by_time_gives_each_once_and_reaches_beyond_a_full_moment() {
        let events = [(1, "a"), (2, "b"), (3, "b"), (4, "b"), (5, "c")];
        let read = |offset: Option<String>, limit: Option<String>| {
            let from = offset.unwrap_or_default();
            let page = events.iter().filter(|(_, at)| *at >= &*from).take(limit.unwrap().parse().unwrap());
            ready(Ok(page.copied().collect()))
        };
        let ids: Vec<_> =
            by_time(Some("2".into()), |(id, at)| (*id, (*at).to_owned()), read).try_collect().await.unwrap();
        assert_eq!(ids, events);
    }

    #[tokio::test]
    async fn by_cursor_ends_where_a_cursor_comes_back() {
        let list = by_cursor(|_: Option<i64>| ready(Ok((vec![1], "7".to_owned(), true))));
        let told = list.try_collect::<Vec<_>>().await.unwrap_err();
        assert!(matches!(told, Error::Paging(_)), "{told}");
    }
}
