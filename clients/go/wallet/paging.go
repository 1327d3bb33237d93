package wallet

import (
	"cmp"
	"fmt"
	"iter"
	"strconv"
)

// Copy gives a copy of the parameters of a page; of none, empty ones.
func Copy[T any](params *T) *T {
	page := *cmp.Or(params, new(T))
	return &page
}

// pages gives the items of pages, and the error behind them, as long as there is more and more is asked for.
func pages[T any](yield func(T, error) bool, next func() (items []T, more bool, err error)) {
	for more := true; more; {
		items, again, err := next()
		for _, item := range items {
			if !yield(item, nil) {
				return
			}
		}
		if err != nil {
			yield(*new(T), err)
		}
		more = again && err == nil
	}
}

// ByCursor reads pages until one says that it is the last.
//
// The error is that of a page, or a *PagingError where a cursor comes back, which would never end.
func ByCursor[T any](read func(cursor *int64) (items []T, next string, more bool, err error)) iter.Seq2[T, error] {
	return func(yield func(T, error) bool) {
		seen, cursor := map[int64]bool{}, (*int64)(nil)
		pages(yield, func() ([]T, bool, error) {
			items, next, more, err := read(cursor)
			if err == nil && more {
				number, unread := strconv.ParseInt(next, 10, 64)
				if unread != nil || seen[number] {
					err = &PagingError{fmt.Sprintf("the list does not end: after this page comes the cursor %q", next)}
				}
				seen[number], cursor = true, &number
			}
			return items, more, err
		})
	}
}

// ByRow reads pages until all rows are read or a page is empty. What moves to the next page while the list is read is
// given once.
func ByRow[T any](first *int64, id func(T) int64, read func(offset *int64) (items []T, total int64, err error)) iter.Seq2[T, error] {
	return func(yield func(T, error) bool) {
		seen, offset := map[int64]bool{}, first
		pages(yield, func() ([]T, bool, error) {
			items, total, err := read(offset)
			rows := *cmp.Or(offset, new(int64)) + int64(len(items))
			offset = &rows
			return unseen(items, id, seen), len(items) > 0 && rows < total, err
		})
	}
}

// mostAtOnce is the documented default of the length of a page by time; more is not known to be possible.
const mostAtOnce = 500

// ByTime reads pages, each from the moment of the last item of the page before, until one brings nothing new. Whether that
// moment belongs to the page the documents leave open: an item that comes again is given once, and a short page is not
// taken for the last.
//
// The error is that of a page, or a *PagingError where more happened at one moment than fits on a page.
func ByTime[T any](limit *string, id func(T) int64, at func(T) string, read func(offset, limit *string) ([]T, error)) iter.Seq2[T, error] {
	return func(yield func(T, error) bool) {
		seen, offset, limit := map[int64]bool{}, (*string)(nil), limit
		pages(yield, func() ([]T, bool, error) {
			items, err := read(offset, limit)
			fresh := unseen(items, id, seen)
			if err != nil || len(items) == 0 {
				return fresh, false, err
			}
			first, last, most := at(items[0]), at(items[len(items)-1]), mostAtOnce
			_, _ = fmt.Sscan(*cmp.Or(limit, new(string)), &most)
			switch {
			case len(fresh) > 0:
				clear(seen)
				unseen(items, id, seen)
				offset = &last
			case first != last || len(items) < most:
				return nil, false, nil
			case most >= mostAtOnce:
				return nil, false, &PagingError{fmt.Sprintf("more than %d items happened at %s", mostAtOnce, last)}
			default: // A full page of one moment: a longer page may reach beyond it.
				longer := strconv.Itoa(min(mostAtOnce, most*2))
				limit = &longer
			}
			return fresh, true, nil
		})
	}
}

// unseen leaves out items that were there before, and remembers the others.
func unseen[T any](items []T, id func(T) int64, seen map[int64]bool) (fresh []T) {
	for _, item := range items {
		if !seen[id(item)] {
			seen[id(item)] = true
			fresh = append(fresh, item)
		}
	}
	return fresh
}
