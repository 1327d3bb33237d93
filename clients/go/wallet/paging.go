package wallet

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"iter"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"github.com/wallet-services/wallet-services/clients/go/internal/limits"
)

// Copy gives a copy of the parameters of a page; of none, empty ones.
func Copy[T any](params *T) *T {
	page := *cmp.Or(params, new(T))
	return &page
}

// Listing is a list that can be read page by page: what is called, and where its pages have what paging needs, as JSON
// pointers.
type Listing struct {
	Operation                *Operation
	Items, Next, More, Total string

	options []Option
	most    int
}

// Listing completes what generated code says of a list.
func (c *Core) Listing(listing Listing, options []Option) Listing {
	listing.options = options
	listing.most = NewSender(slices.Concat(c.options, options)...).maxPages
	return listing
}

// reading is one way through a list.
type reading struct {
	Listing
	count, idle int
	// page is the last answer as it came.
	page []byte
}

// given are the options of the call of a page.
func (r *reading) given() []Option {
	return append(slices.Clip(r.options), func(s *Sender) { s.page = &r.page })
}

func endless(format string, values ...any) error {
	return &PagingError{"the list cannot be read to its end: " + fmt.Sprintf(format, values...)}
}

func (r *reading) malformed(what string) error {
	return &CallError{r.Operation.name(), Malformed, errors.New(what)}
}

// begin counts a page, before it is read.
func (r *reading) begin() error {
	r.count++
	if r.count > r.most {
		return endless("it has more than %d pages (WithMaxPages)", r.most)
	}
	return nil
}

// progress takes note whether a page brought something new.
func (r *reading) progress(isNew bool) error {
	r.idle++
	if isNew {
		r.idle = 0
	}
	if r.idle >= limits.MostWithoutNew {
		return endless("%d pages in a row bring nothing new", r.idle)
	}
	return nil
}

// at is a value in the page; nil where it is missing.
func (r *reading) at(pointer string) json.RawMessage {
	value := json.RawMessage(r.page)
	for _, name := range strings.Split(pointer, "/")[1:] {
		var members map[string]json.RawMessage
		var list []json.RawMessage
		index, _ := strconv.Atoi(name)
		switch {
		case json.Unmarshal(value, &members) == nil:
			value = members[name]
		case json.Unmarshal(value, &list) == nil && index < len(list):
			value = list[index]
		default:
			return nil
		}
	}
	return value
}

// present says what is wrong where a member of the page is missing, or null and must not be.
func (r *reading) present(pointer string, mayBeNull bool) error {
	switch value := r.at(pointer); {
	case value == nil:
		return r.malformed(pointer + " is missing")
	case string(value) == "null" && !mayBeNull:
		return r.malformed(pointer + " is null")
	}
	return nil
}

// checkItems says what is wrong with the items of a page: none at all, or one without an id, such as null.
func checkItems[T any](r *reading, items []T, id func(T) any) error {
	if items == nil && r.Items != "" {
		return r.present(r.Items, true)
	}
	for index, item := range items {
		if reflect.ValueOf(id(item)).IsZero() && r.present(fmt.Sprintf("%s/%d/id", r.Items, index), false) != nil {
			return r.malformed(fmt.Sprintf("%s/%d has no id", r.Items, index))
		}
	}
	return nil
}

// pages gives pages with items, and the error behind them, as long as there is more and more is asked for.
func pages[T any](yield func([]T, error) bool, next func() (items []T, more bool, err error)) {
	for more := true; more; {
		items, again, err := next()
		if len(items) > 0 && !yield(items, nil) {
			return
		}
		if err != nil {
			yield(nil, err)
		}
		more = again && err == nil
	}
}

// Items gives the items of pages, and the error behind them.
func Items[T any](pages iter.Seq2[[]T, error]) iter.Seq2[T, error] {
	return func(yield func(T, error) bool) {
		for items, err := range pages {
			if err != nil {
				yield(*new(T), err)
				return
			}
			for _, item := range items {
				if !yield(item, nil) {
					return
				}
			}
		}
	}
}

// ByCursor reads pages until one says that it is the last.
//
// The error is that of a page, or a *PagingError where the list has no end.
func ByCursor[T any](listing Listing, id func(T) any, read func(cursor *int64, options []Option) (items []T, next string, more bool, err error)) iter.Seq2[[]T, error] {
	return func(yield func([]T, error) bool) {
		r := &reading{Listing: listing}
		cursors, seen, cursor := map[int64]bool{}, map[any]bool{}, (*int64)(nil)
		pages(yield, func() ([]T, bool, error) {
			if err := r.begin(); err != nil {
				return nil, false, err
			}
			items, next, more, err := read(cursor, r.given())
			if err == nil {
				err = checkItems(r, items, id)
			}
			switch {
			case err != nil:
				return nil, false, err
			case !more:
				if err := r.present(r.More, false); err != nil {
					return nil, false, err
				}
				return items, false, nil
			case next == "":
				if err := r.present(r.Next, false); err != nil {
					return nil, false, err
				}
			}
			number, unread := strconv.ParseInt(next, 10, 64)
			if unread != nil || cursors[number] {
				return items, false, endless("after this page comes the cursor %.60q", next)
			}
			cursors[number], cursor = true, &number
			return items, true, r.progress(len(unseen(items, id, seen)) > 0)
		})
	}
}

// ByRow reads pages until all rows are read or a page is empty. What moves to the next page while the list is read is
// given once.
//
// The error is that of a page, or a *PagingError where the list has no end.
func ByRow[T any](listing Listing, first *int64, id func(T) any, read func(offset *int64, options []Option) (items []T, total int64, err error)) iter.Seq2[[]T, error] {
	return func(yield func([]T, error) bool) {
		r := &reading{Listing: listing}
		seen, offset := map[any]bool{}, first
		pages(yield, func() ([]T, bool, error) {
			if err := r.begin(); err != nil {
				return nil, false, err
			}
			items, total, err := read(offset, r.given())
			if err == nil {
				err = checkItems(r, items, id)
			}
			switch {
			case err == nil && total == 0:
				err = r.present(r.Total, false)
			case err == nil && total < 0:
				err = r.malformed(r.Total + " is below 0")
			}
			if err != nil {
				return nil, false, err
			}
			rows := *cmp.Or(offset, new(int64)) + int64(len(items))
			offset = &rows
			fresh := unseen(items, id, seen)
			if len(items) == 0 || rows >= total {
				return fresh, false, nil
			}
			return fresh, true, r.progress(len(fresh) > 0)
		})
	}
}

// ByTime reads pages, each from the moment of the last item of the page before, until one brings nothing new. Whether that
// moment belongs to the page the documents leave open: an item that comes again is given once, and a short page is not
// taken for the last.
//
// The error is that of a page, or a *PagingError where more happened at one moment than fits on a page, where moments go
// back, or never move.
func ByTime[T any](listing Listing, limit *string, id func(T) any, at func(T) string, read func(offset, limit *string, options []Option) ([]T, error)) iter.Seq2[[]T, error] {
	return func(yield func([]T, error) bool) {
		r := &reading{Listing: listing}
		seen, offset, limit := map[any]bool{}, (*string)(nil), limit
		pages(yield, func() ([]T, bool, error) {
			if err := r.begin(); err != nil {
				return nil, false, err
			}
			items, err := read(offset, limit, r.given())
			if err == nil {
				err = checkItems(r, items, id)
			}
			if err != nil || len(items) == 0 {
				return nil, false, err
			}
			if index := slices.IndexFunc(items, func(item T) bool { return at(item) == "" }); index >= 0 {
				return nil, false, r.malformed(fmt.Sprintf("/%d/created_at is missing", index))
			}
			first, last, most := at(items[0]), at(items[len(items)-1]), limits.MostAtOneTime
			_, _ = fmt.Sscan(*cmp.Or(limit, new(string)), &most)
			fresh := unseen(items, id, seen)
			hasMoved := offset == nil || *offset != last
			if err := r.progress(len(fresh) > 0 && hasMoved); err != nil {
				return fresh, false, err
			}
			switch {
			case len(fresh) > 0:
				offset = &last
			case hasMoved:
				return nil, false, endless("after %.60s comes %.60s again", *cmp.Or(offset, new(string)), last)
			case first != last || len(items) < most:
				return nil, false, nil
			case most >= limits.MostAtOneTime:
				return nil, false, endless("more than %d items happened at %.60s", limits.MostAtOneTime, last)
			default: // A full page of one moment: a longer page may reach beyond it.
				longer := strconv.Itoa(min(limits.MostAtOneTime, most*2))
				limit = &longer
			}
			return fresh, true, nil
		})
	}
}

// unseen leaves out items that were there before, and remembers the others.
func unseen[T any](items []T, id func(T) any, seen map[any]bool) (fresh []T) {
	for _, item := range items {
		if !seen[id(item)] {
			seen[id(item)] = true
			fresh = append(fresh, item)
		}
	}
	return fresh
}
