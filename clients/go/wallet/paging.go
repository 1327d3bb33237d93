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

// ByCursor reads pages until one says that it is the last. The cursor is sent as it came.
//
// The error is that of a page, or a *PagingError where a cursor comes back, which would never end.
func ByCursor[T any, C int64 | string](read func(cursor *C) (items []T, next string, more bool, err error)) iter.Seq2[T, error] {
	return func(yield func(T, error) bool) {
		seen := map[string]bool{}
		var cursor *C
		for {
			items, next, more, err := read(cursor)
			if !each(items, err, yield) || !more {
				return
			}
			place, err := parsed[C](next)
			if err != nil || seen[next] {
				each(nil, &PagingError{fmt.Sprintf("the list does not end: after this page comes the cursor %q", next)}, yield)
				return
			}
			seen[next] = true
			cursor = &place
		}
	}
}

// parsed reads a cursor as its parameter is declared.
func parsed[C int64 | string](text string) (cursor C, err error) {
	switch place := any(&cursor).(type) {
	case *int64:
		*place, err = strconv.ParseInt(text, 10, 64)
	case *string:
		*place = text
	}
	return cursor, err
}

// ByRow reads pages until all rows are read or a page is empty. What moves to the next page while the list is read is
// given once.
func ByRow[T any](first *int64, id func(T) int64, read func(offset *int64) (items []T, total int64, err error)) iter.Seq2[T, error] {
	return func(yield func(T, error) bool) {
		seen := map[int64]bool{}
		offset := first
		for {
			items, total, err := read(offset)
			rows := int64(len(items))
			if !each(unseen(items, id, seen), err, yield) {
				return
			}
			if offset != nil {
				rows += *offset
			}
			if len(items) == 0 || rows >= total {
				return
			}
			offset = &rows
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
func ByTime[T any](limit int, key func(T) (id int64, at string), read func(offset *string, limit *int) ([]T, error)) iter.Seq2[T, error] {
	return func(yield func(T, error) bool) {
		seen := map[int64]bool{}
		id := func(item T) int64 { id, _ := key(item); return id }
		var offset *string
		var longer *int
		for {
			items, err := read(offset, longer)
			fresh := unseen(items, id, seen)
			if !each(fresh, err, yield) || len(items) == 0 {
				return
			}
			_, last := key(items[len(items)-1])
			if len(fresh) > 0 {
				clear(seen)
				unseen(items, id, seen)
				offset = &last
				continue
			}
			// A full page of one moment: a longer page may reach beyond it.
			if _, first := key(items[0]); first != last || len(items) < limit {
				return
			}
			if limit >= mostAtOnce {
				each(nil, &PagingError{fmt.Sprintf("more than %d items happened at %s", mostAtOnce, last)}, yield)
				return
			}
			limit = min(mostAtOnce, limit*2)
			longer = &limit
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

// each hands out items, or the error in their place; false when it is over.
func each[T any](items []T, err error, yield func(T, error) bool) bool {
	if err != nil {
		var none T
		yield(none, err)
		return false
	}
	for _, item := range items {
		if !yield(item, nil) {
			return false
		}
	}
	return true
}
