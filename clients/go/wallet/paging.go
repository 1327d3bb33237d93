package wallet

import (
	"fmt"
	"iter"
	"strconv"
)

// Copy gives a copy of the parameters of a page; of none, empty ones.
func Copy[T any](params *T) *T {
	var page T
	if params != nil {
		page = *params
	}
	return &page
}

// give hands out items, and the error behind them. It tells whether more is asked for.
func give[T any](yield func(T, error) bool, items []T, err error) bool {
	for _, item := range items {
		if !yield(item, nil) {
			return false
		}
	}
	if err != nil {
		var none T
		yield(none, err)
	}
	return err == nil
}

// ByCursor reads pages until one says that it is the last.
//
// The error is that of a page, or a *PagingError where a cursor comes back, which would never end.
func ByCursor[T any](read func(cursor *int64) (items []T, next string, more bool, err error)) iter.Seq2[T, error] {
	return func(yield func(T, error) bool) {
		seen, cursor := map[int64]bool{}, (*int64)(nil)
		for asked := true; asked; {
			items, next, more, err := read(cursor)
			if err == nil && more {
				number, unread := strconv.ParseInt(next, 10, 64)
				if unread != nil || seen[number] {
					err = &PagingError{fmt.Sprintf("the list does not end: after this page comes the cursor %q", next)}
				}
				seen[number], cursor = true, &number
			}
			asked = give(yield, items, err) && more
		}
	}
}

// ByRow reads pages until all rows are read or a page is empty. What moves to the next page while the list is read is
// given once.
func ByRow[T any](first *int64, id func(T) int64, read func(offset *int64) (items []T, total int64, err error)) iter.Seq2[T, error] {
	return func(yield func(T, error) bool) {
		seen, offset := map[int64]bool{}, first
		for asked := true; asked; {
			items, total, err := read(offset)
			rows := int64(len(items))
			if offset != nil {
				rows += *offset
			}
			offset = &rows
			asked = give(yield, unseen(items, id, seen), err) && len(items) > 0 && rows < total
		}
	}
}

// mostAtOnce is the documented default of the length of a page by time; more is not known to be possible.
const mostAtOnce = 500

// ByTime reads pages, each from the moment of the last item of the page before, until one brings nothing new. Whether that
// moment belongs to the page the documents leave open: an item that comes again is given once, and a short page is not
// taken for the last.
//
// The error is that of a page, or a *PagingError where more happened at one moment than fits on a page.
func ByTime[T any](limit *string, key func(T) (id int64, at string), read func(offset, limit *string) ([]T, error)) iter.Seq2[T, error] {
	id := func(item T) int64 { id, _ := key(item); return id }
	return func(yield func(T, error) bool) {
		seen, offset, limit := map[int64]bool{}, (*string)(nil), limit
		for {
			items, err := read(offset, limit)
			fresh := unseen(items, id, seen)
			if !give(yield, fresh, err) || len(items) == 0 {
				return
			}
			_, first := key(items[0])
			_, last := key(items[len(items)-1])
			most := mostAtOnce
			if limit != nil {
				_, _ = fmt.Sscan(*limit, &most)
			}
			switch {
			case len(fresh) > 0:
				clear(seen)
				unseen(items, id, seen)
				offset = &last
			case first != last || len(items) < most:
				return
			case most >= mostAtOnce:
				give(yield, nil, &PagingError{fmt.Sprintf("more than %d items happened at %s", mostAtOnce, last)})
				return
			default: // A full page of one moment: a longer page may reach beyond it.
				longer := strconv.Itoa(min(mostAtOnce, most*2))
				limit = &longer
			}
		}
	}
}

// unseen leaves out items that were there before, and remembers the others.
func unseen[T any](items []T, id func(T) int64, seen map[int64]bool) []T {
	var fresh []T
	for _, item := range items {
		if !seen[id(item)] {
			seen[id(item)] = true
			fresh = append(fresh, item)
		}
	}
	return fresh
}
