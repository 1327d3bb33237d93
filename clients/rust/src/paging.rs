use std::collections::HashSet;
use std::hash::Hash;
use std::str::FromStr;

use async_stream::try_stream;
use futures_util::stream::{Stream, TryStreamExt, iter};

use crate::Error;
use crate::limits::{MOST_AT_ONE_TIME, MOST_WITHOUT_NEW};

type Read<T> = Result<T, Error>;

fn endless(why: String) -> Error {
    Error::Paging(format!("the list cannot be read to its end: {why}"))
}

/// A page: its items, whether it brought something new, and where the next one is.
type Page<T, P> = (Vec<T>, bool, Read<Option<P>>);

/// Reads a page at each place, and finds in it the next one, until there is none.
fn pages<T, P>(
    most: usize,
    first: P,
    mut read: impl AsyncFnMut(P) -> Read<Page<T, P>>,
) -> impl Stream<Item = Read<Vec<T>>> {
    try_stream! {
        let (mut place, mut count, mut idle) = (Some(first), 0, 0);
        while let Some(here) = place {
            count += 1;
            if count > most {
                Err(endless(format!("it has more than {most} pages (max_pages)")))?;
            }
            let (items, is_new, next) = read(here).await?;
            if !items.is_empty() {
                yield items;
            }
            place = next?;
            idle = if is_new { 0 } else { idle + 1 };
            if place.is_some() && idle >= MOST_WITHOUT_NEW {
                Err(endless(format!("{idle} pages in a row bring nothing new")))?;
            }
        }
    }
}

/// The items of pages.
pub(crate) fn items<T>(pages: impl Stream<Item = Read<Vec<T>>>) -> impl Stream<Item = Read<T>> {
    pages.map_ok(|page| iter(page.into_iter().map(Ok))).try_flatten()
}

/// Reads pages until one says that it is the last. The cursor is sent as it came.
pub(crate) fn by_cursor<T, K: Eq + Hash, C: FromStr>(
    most: usize,
    key: impl Fn(&T) -> K,
    read: impl AsyncFn(Option<C>) -> Read<(Vec<T>, String, bool)>,
) -> impl Stream<Item = Read<Vec<T>>> {
    let (mut cursors, mut seen) = (HashSet::new(), HashSet::new());
    pages(most, None, async move |cursor| {
        let (items, next, more) = read(cursor).await?;
        let known = seen.len();
        seen.extend(items.iter().map(&key));
        let cursor = next.parse().ok();
        let place = match more {
            true if cursor.is_none() => Err(endless(format!("after this page comes the cursor {next:.60?}"))),
            true if !cursors.insert(next.clone()) => Err(endless(format!("the cursor {next:.60?} comes again"))),
            more => Ok(more.then_some(cursor)),
        };
        Ok((items, seen.len() > known, place))
    })
}

/// Reads pages until all rows are read or a page is empty. What moves to the next page while the list is read is given once.
pub(crate) fn by_row<T, K: Eq + Hash>(
    most: usize,
    first: Option<i64>,
    key: impl Fn(&T) -> K,
    read: impl AsyncFn(Option<i64>) -> Read<(Vec<T>, i64)>,
) -> impl Stream<Item = Read<Vec<T>>> {
    let mut seen = HashSet::new();
    pages(most, first, async move |offset| {
        let (mut items, total) = read(offset).await?;
        if total < 0 {
            let source = serde::de::Error::custom("total is below 0");
            return Err(Error::Malformed { operation: "a list by rows", source });
        }
        let rows = offset.unwrap_or_default() + i64::try_from(items.len()).unwrap_or(i64::MAX);
        let more = !items.is_empty() && rows < total;
        items.retain(|item| seen.insert(key(item)));
        let is_new = !items.is_empty();
        Ok((items, is_new, Ok(more.then_some(Some(rows)))))
    })
}

/// Reads pages, each from the moment of the last item of the page before, until one brings nothing new. Whether that moment
/// belongs to the page the documents leave open: an item that comes again is given once, and a short page is not taken for
/// the last.
pub(crate) fn by_time<T>(
    most: usize,
    limit: Option<String>,
    key: impl Fn(&T) -> (i64, String),
    read: impl AsyncFn(Option<String>, Option<String>) -> Read<Vec<T>>,
) -> impl Stream<Item = Read<Vec<T>>> {
    let mut seen = HashSet::new();
    pages(most, (None, limit), async move |(offset, limit): (Option<String>, Option<String>)| {
        let mut items = read(offset.clone(), limit.clone()).await?;
        let keys: Vec<_> = items.iter().map(&key).collect();
        let (Some((_, first)), Some((_, last))) = (keys.first(), keys.last()) else {
            return Ok((items, true, Ok(None)));
        };
        let asked = limit.as_ref().and_then(|text| text.parse().ok()).unwrap_or(MOST_AT_ONE_TIME);
        items.retain(|item| seen.insert(key(item).0));
        let is_new = !items.is_empty() && offset.as_ref() != Some(last);
        let next = if !items.is_empty() {
            Ok(Some((Some(last.clone()), limit)))
        } else if offset.as_ref() != Some(last) {
            Err(endless(format!("after {:.60} comes {last:.60} again", offset.unwrap_or_default())))
        } else if keys.len() < asked || first != last {
            Ok(None)
        } else if asked >= MOST_AT_ONE_TIME {
            Err(endless(format!("more than {MOST_AT_ONE_TIME} items happened at {last:.60}")))
        } else {
            // A full page of one moment: a longer page may reach beyond it.
            Ok(Some((offset, Some(MOST_AT_ONE_TIME.min(asked * 2).to_string()))))
        };
        Ok((items, is_new, next))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::future::ready;

    #[tokio::test]
    async fn by_time_gives_each_once_and_reaches_beyond_a_full_moment() {
        let events = [(1, "a"), (2, "b"), (3, "b"), (4, "b"), (5, "c")];
        let read = |offset: Option<String>, limit: Option<String>| {
            let from = offset.unwrap_or_default();
            let page = events.iter().filter(|(_, at)| *at >= &*from).take(limit.unwrap().parse().unwrap());
            ready(Ok(page.copied().collect()))
        };
        let pages = || by_time(9, Some("2".into()), |(id, at)| (*id, (*at).to_owned()), read);
        assert_eq!(items(pages()).try_collect::<Vec<_>>().await.unwrap(), events);
        assert_eq!(pages().try_collect::<Vec<_>>().await.unwrap()[0], events[..2]);
    }

    #[tokio::test]
    async fn by_cursor_ends_where_a_cursor_comes_back() {
        let list = by_cursor(9, |item: &i32| *item, |_: Option<i64>| ready(Ok((vec![1], "7".to_owned(), true))));
        let told = list.try_collect::<Vec<_>>().await.unwrap_err();
        assert!(matches!(told, Error::Paging(_)), "{told}");
    }

    #[tokio::test]
    async fn a_list_without_an_end_ends() {
        let count = std::cell::Cell::new(0);
        let next = || {
            count.set(count.get() + 1);
            ready(Ok((vec![1], count.get().to_string(), true)))
        };
        let same = by_cursor(10_000, |item: &i32| *item, |_: Option<i64>| next());
        assert!(matches!(same.try_collect::<Vec<_>>().await, Err(Error::Paging(_))));
        assert_eq!(count.get(), 101);
        let new = by_cursor(5, |_: &i32| count.get(), |_: Option<i64>| next());
        assert!(matches!(new.try_collect::<Vec<_>>().await, Err(Error::Paging(_))));
        assert_eq!(count.get(), 106);
    }
}
