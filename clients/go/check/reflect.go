package main

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"reflect"
	"strings"

	"github.com/wallet-services/wallet-services/clients/go/assistant"
	"github.com/wallet-services/wallet-services/clients/go/comment"
	"github.com/wallet-services/wallet-services/clients/go/lending"
	"github.com/wallet-services/wallet-services/clients/go/swap"
	"github.com/wallet-services/wallet-services/clients/go/vault"
	"github.com/wallet-services/wallet-services/clients/go/wallet"
)

// Which operation is called is known only when the line is read: here its method is found by name. Programs call it.

type input struct {
	Path, Query, Header map[string]json.RawMessage
	Body                json.RawMessage
}

func methodOf(client any, name string) (reflect.Value, error) {
	method := reflect.ValueOf(client).MethodByName(name)
	if !method.IsValid() {
		return method, fmt.Errorf("the client has no %s", name)
	}
	return method, nil
}

func arguments(ctx context.Context, client any, method reflect.Value, a ask) ([]reflect.Value, error) {
	var given input
	if a.Input != nil {
		if err := json.Unmarshal(a.Input, &given); err != nil {
			return nil, err
		}
	}
	maps.Copy(orEmpty(&given.Query), given.Header)
	params, err := json.Marshal(given.Query)
	if err != nil {
		return nil, err
	}
	data := pathValues(client, a, given)
	values := []reflect.Value{reflect.ValueOf(ctx)}
	for index := 1; index < method.Type().NumIn()-1; index++ {
		parameter := method.Type().In(index)
		value := reflect.New(parameter)
		text := given.Body
		switch {
		case parameter.Kind() == reflect.Pointer && strings.HasSuffix(parameter.Elem().Name(), "Params"):
			text = params
		case len(data) > 0:
			text, data = data[0], data[1:]
		}
		if err := json.Unmarshal(text, value.Interface()); err != nil {
			return nil, err
		}
		values = append(values, value.Elem())
	}
	return values, nil
}

func orEmpty(members *map[string]json.RawMessage) map[string]json.RawMessage {
	if *members == nil {
		*members = map[string]json.RawMessage{}
	}
	return *members
}

// pathValues are the values of the path in its order, which is that of the arguments.
func pathValues(client any, a ask, given input) []json.RawMessage {
	var values []json.RawMessage
	for _, part := range strings.Split(operationsOf(client)[goName(a.Operation)].Path, "/") {
		if value, ok := given.Path[strings.Trim(part, "{}")]; ok && strings.HasPrefix(part, "{") {
			values = append(values, value)
		}
	}
	return values
}

func goName(operation string) string {
	return strings.ToUpper(operation[:1]) + operation[1:]
}

func call(ctx context.Context, client any, a ask, options []wallet.Option) (any, error) {
	method, err := methodOf(client, goName(a.Operation))
	if err != nil {
		return nil, err
	}
	values, err := arguments(ctx, client, method, a)
	if err != nil {
		return nil, err
	}
	for _, option := range options {
		values = append(values, reflect.ValueOf(option))
	}
	results := method.Call(values)
	err, _ = results[1].Interface().(error)
	return results[0].Interface(), err
}

func list(ctx context.Context, client any, a ask) (any, error) {
	method, err := methodOf(client, "All"+strings.TrimPrefix(a.Operation, "list"))
	if err != nil {
		return nil, err
	}
	values, err := arguments(ctx, client, method, a)
	if err != nil {
		return nil, err
	}
	if a.MaxPages > 0 {
		values = append(values, reflect.ValueOf(wallet.WithMaxPages(a.MaxPages)))
	}
	items := []any{}
	for item, failure := range method.Call(values)[0].Seq2() {
		if err, ok := failure.Interface().(error); ok {
			return nil, err
		}
		items = append(items, item.Interface())
		if a.Most > 0 && len(items) == a.Most {
			break
		}
	}
	return items, nil
}

func operationsOf(client any) map[string]*wallet.Operation {
	switch client.(type) {
	case *lending.Client:
		return lending.Operations
	case *comment.Client:
		return comment.Operations
	case *swap.Client:
		return swap.Operations
	case *vault.Client:
		return vault.Operations
	}
	return assistant.Operations
}
