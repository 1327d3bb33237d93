package wallet

import (
	"encoding/json"
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

// pages hands out items page by page: begin gives what reads the next page, and tells whether there is one behind it.
func pages[T any](begin func() func() (items []T, more bool, err error)) iter.Seq2[T, error] {
	return func(yield func(T, error) bool) {
		read := begin()
		for more := true; more; {
			items, next, err := read()
			for _, item := range items {
				if !yield(item, nil) {
					return
				}
			}
			if err != nil {
				var none T
				yield(none, err)
				return
			}
			more = next
		}
	}
}

// ByCursor reads pages until one says that it is the last. The cursor is sent as it came.
//
// The error is that of a page, or a *PagingError where a cursor comes back, which would never end.
func ByCursor[T any, C int64 | string](read func(cursor *C) (items []T, next string, more bool, err error)) iter.Seq2[T, error] {
	return pages(func() func() ([]T, bool, error) {
		seen, cursor := map[string]bool{}, (*C)(nil)
		return func() ([]T, bool, error) {
			items, next, more, err := read(cursor)
			if err != nil || !more {
				return items, false, err
			}
			cursor = new(C)
			if text, ok := any(cursor).(*string); ok {
				*text = next
			} else {
				err = json.Unmarshal([]byte(next), cursor)
			}
			if err != nil || seen[next] {
				err = &PagingError{fmt.Sprintf("the list does not end: after this page comes the cursor %q", next)}
			}
			seen[next] = true
			return items, true, err
		}
	})
}

// ByRow reads pages until all rows are read or a page is empty. What moves to the next page while the list is read is
// given once.
func ByRow[T any](first *int64, id func(T) int64, read func(offset *int64) (items []T, total int64, err error)) iter.Seq2[T, error] {
	return pages(func() func() ([]T, bool, error) {
		seen, offset := map[int64]bool{}, first
		return func() ([]T, bool, error) {
			items, total, err := read(offset)
			rows := int64(len(items))
			if offset != nil {
				rows += *offset
			}
			offset = &rows
			return unseen(items, id, seen), len(items) > 0 && rows < total, err
		}
	})
}

// mostAtOnce is the documented default of the length of a page by time; more is not known to be possible.
const mostAtOnce = 500

// ByTime reads pages, each from the moment of the last item of the page before, until one brings nothing new. Whether that
// moment belongs to the page the documents leave open: an item that comes again is given once, and a short page is not
// taken for the last.
//
// The error is that of a page, or a *PagingError where more happened at one moment than fits on a page.
func ByTime[T any](length *string, key func(T) (id int64, at string), read func(offset, limit *string) ([]T, error)) iter.Seq2[T, error] {
	id := func(item T) int64 { id, _ := key(item); return id }
	return pages(func() func() ([]T, bool, error) {
		seen, offset, limit := map[int64]bool{}, (*string)(nil), length
		return func() ([]T, bool, error) {
			items, err := read(offset, limit)
			fresh := unseen(items, id, seen)
			if err != nil || len(items) == 0 {
				return nil, false, err
			}
			_, first := key(items[0])
			_, last := key(items[len(items)-1])
			if len(fresh) > 0 {
				clear(seen)
				unseen(items, id, seen)
				offset = &last
				return fresh, true, nil
			}
			most := mostAtOnce
			if limit != nil {
				if number, err := strconv.Atoi(*limit); err == nil {
					most = number
				}
			}
			// A full page of one moment: a longer page may reach beyond it.
			if first != last || len(items) < most {
				return nil, false, nil
			}
			if most >= mostAtOnce {
				return nil, false, &PagingError{fmt.Sprintf("more than %d items happened at %s", mostAtOnce, last)}
			}
			longer := strconv.Itoa(min(mostAtOnce, most*2))
			limit = &longer
			return nil, true, nil
		}
	})
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
