use std::collections::HashSet;
use std::future::ready;
use std::hash::Hash;
use std::str::FromStr;

use async_stream::try_stream;
use futures_util::{Stream, TryStreamExt};

use crate::Error;

type Read<T> = Result<T, Error>;

/// Reads a page at each place, and finds in it the next one, until there is none.
fn pages<T, P>(
    first: P,
    mut read: impl AsyncFnMut(P) -> Read<(Vec<T>, Read<Option<P>>)>,
) -> impl Stream<Item = Read<T>> {
    try_stream! {
        let mut place = Some(first);
        while let Some(here) = place {
            let (items, next) = read(here).await?;
            for item in items {
                yield item;
            }
            place = next?;
        }
    }
}

/// Reads pages until one says that it is the last. The cursor is sent as it came.
pub(crate) fn by_cursor<T, C: FromStr>(
    read: impl AsyncFn(Option<C>) -> Read<(Vec<T>, String, bool)>,
) -> impl Stream<Item = Read<T>> {
    let mut seen = HashSet::new();
    pages(None, async move |cursor| {
        let (items, next, more) = read(cursor).await?;
        let cursor = next.parse().ok();
        let place = match more {
            true if cursor.is_none() || !seen.insert(next.clone()) => {
                Err(Error::Paging(format!("the list does not end: after this page comes the cursor {next:?}")))
            }
            more => Ok(more.then_some(cursor)),
        };
        Ok((items, place))
    })
}

/// Reads pages until all rows are read or a page is empty. What moves to the next page while the list is read is given once.
pub(crate) fn by_row<T, K: Eq + Hash>(
    first: Option<i64>,
    key: impl Fn(&T) -> K,
    read: impl AsyncFn(Option<i64>) -> Read<(Vec<T>, i64)>,
) -> impl Stream<Item = Read<T>> {
    let mut seen = HashSet::new();
    let items = pages(first, async move |offset| {
        let (items, total) = read(offset).await?;
        let rows = offset.unwrap_or_default() + i64::try_from(items.len()).unwrap_or(i64::MAX);
        let more = !items.is_empty() && rows < total;
        Ok((items, Ok(more.then_some(Some(rows)))))
    });
    items.try_filter(move |item| ready(seen.insert(key(item))))
}

/// The documented default of the length of a page by time; more is not known to be possible.
const MOST: usize = 500;

/// Reads pages, each from the moment of the last item of the page before, until one brings nothing new. Whether that moment
/// belongs to the page the documents leave open: an item that comes again is given once, and a short page is not taken for
/// the last.
pub(crate) fn by_time<T>(
    limit: Option<String>,
    key: impl Fn(&T) -> (i64, String),
    read: impl AsyncFn(Option<String>, Option<String>) -> Read<Vec<T>>,
) -> impl Stream<Item = Read<T>> {
    let mut seen = HashSet::new();
    pages((None, limit), async move |(offset, limit): (Option<String>, Option<String>)| {
        let mut items = read(offset.clone(), limit.clone()).await?;
        let keys: Vec<_> = items.iter().map(&key).collect();
        let (Some((_, first)), Some((_, last))) = (keys.first(), keys.last()) else { return Ok((items, Ok(None))) };
        let asked = limit.as_ref().and_then(|text| text.parse().ok()).unwrap_or(MOST);
        items.retain(|item| !seen.contains(&key(item).0));
        let next = if !items.is_empty() {
            Ok(Some((Some(last.clone()), limit)))
        } else if keys.len() < asked || first != last {
            Ok(None)
        } else if asked >= MOST {
            Err(Error::Paging(format!("more than {MOST} items happened at {last}")))
        } else {
            // A full page of one moment: a longer page may reach beyond it.
            Ok(Some((offset, Some(MOST.min(asked * 2).to_string()))))
        };
        seen = keys.into_iter().map(|(id, _)| id).collect();
        Ok((items, next))
    })
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
