package main

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/getkin/kin-openapi/openapi3"
	"github.com/oapi-codegen/oapi-codegen/v2/pkg/codegen"
)

// list is a paged list, as its declaration has it, in Go's words.
type list struct {
	By, Limit, Offset, Cursor string
	// Members of the answer.
	Items, Next, More, Total string
	// Item is the type of an item.
	Item string
	// Places are the JSON pointers of those members, as fields of wallet.Listing.
	Places string
}

// describe gives the templates the functions that need the whole document.
func describe(document *openapi3.T) {
	codegen.TemplateFunctions["credentials"] = func(operation *openapi3.Operation) string {
		return fmt.Sprintf("%#v", credentials(document, operation))
	}
	// RFC 9110, section 9.2.2.
	codegen.TemplateFunctions["repeatable"] = func(method string) bool { return method != "POST" && method != "PATCH" }
	codegen.TemplateFunctions["keys"] = func() []key { return keysOf(document) }
	codegen.TemplateFunctions["headers"] = func(parameters []codegen.ParameterDefinition) string {
		var names []string
		for _, parameter := range parameters {
			names = append(names, parameter.ParamName)
		}
		return literal(names)
	}
	codegen.TemplateFunctions["list"] = func(operation *openapi3.Operation) (*list, error) {
		return listOf(operation)
	}
	codegen.TemplateFunctions["sentence"] = func(text string) string {
		return strings.ReplaceAll(strings.TrimSpace(text), "\n", "\n// ")
	}
}

// key is a credential that a header of its own carries.
type key struct{ Name, Header, About string }

func keysOf(document *openapi3.T) (keys []key) {
	for _, name := range slices.Sorted(maps.Keys(document.Components.SecuritySchemes)) {
		if scheme := document.Components.SecuritySchemes[name].Value; scheme.Type == "apiKey" {
			keys = append(keys, key{goName(name), scheme.Name, scheme.Description})
		}
	}
	return keys
}

func literal(names []string) string {
	if len(names) == 0 {
		return "nil"
	}
	return fmt.Sprintf("%#v", names)
}

// credentials names the headers that carry the credentials of an operation, those that may be left out included, each with
// what stands before the credential.
func credentials(document *openapi3.T, operation *openapi3.Operation) map[string]string {
	headers := map[string]string{}
	if operation.Security == nil {
		return headers
	}
	for _, requirement := range *operation.Security {
		for name := range requirement {
			if scheme := document.Components.SecuritySchemes[name].Value; scheme.Type == "apiKey" {
				headers[scheme.Name] = ""
			} else {
				headers["Authorization"] = "Bearer "
			}
		}
	}
	return headers
}

// listOf reads the declarations of the families "list" and "paged" in x-behaviour; nil where a list is not paged. One that
// is the whole answer, lending's, is paged by a time, for which the documents declare nothing.
func listOf(operation *openapi3.Operation) (*list, error) {
	declared := map[string]map[string]any{}
	entries, _ := operation.Extensions["x-behaviour"].([]any)
	for _, entry := range entries {
		if members, ok := entry.(map[string]any); ok {
			declared[fmt.Sprint(members["family"])] = members
		}
	}
	paged, items := declared["paged"], declared["list"]
	if items != nil && items["items"] == "" && operation.Parameters.GetByInAndName("query", "offset") != nil {
		paged = map[string]any{"by": "time", "limit": "limit", "offset": "offset"}
	}
	if paged == nil || items == nil {
		return nil, nil
	}
	text := func(name string) string { word, _ := paged[name].(string); return word }
	pointer, _ := items["items"].(string)
	item, err := itemAt(operation, pointer)
	return &list{
		By: text("by"), Limit: goName(text("limit")), Offset: goName(text("offset")), Cursor: goName(text("cursor")),
		Items: member(pointer), Next: member(text("next")), More: member(text("more")), Total: member(text("total")),
		Item: item, Places: places(map[string]string{"Items": pointer, "Next": text("next"), "More": text("more"), "Total": text("total")}),
	}, err
}

// places writes the fields of a struct that are not empty.
func places(fields map[string]string) (written string) {
	for _, name := range slices.Sorted(maps.Keys(fields)) {
		if fields[name] != "" {
			written += fmt.Sprintf(", %s: %q", name, fields[name])
		}
	}
	return written
}

// itemAt names the type of the items of the list at a JSON pointer into the answer.
func itemAt(operation *openapi3.Operation, pointer string) (string, error) {
	schema := operation.Responses.Value("200").Value.Content.Get("application/json").Schema.Value
	for _, name := range strings.Split(pointer, "/")[1:] {
		next := schema.Properties[name]
		if next == nil {
			return "", fmt.Errorf("%s: there is no %s in its answer", operation.OperationID, pointer)
		}
		schema = next.Value
	}
	for _, choice := range schema.AnyOf {
		if choice.Value.Items != nil {
			schema = choice.Value
		}
	}
	if schema.Items == nil || schema.Items.Ref == "" {
		return "", fmt.Errorf("%s: %s is no list of a named type", operation.OperationID, pointer)
	}
	return schema.Items.Ref[strings.LastIndex(schema.Items.Ref, "/")+1:], nil
}

// member is the expression behind an answer for a JSON pointer: ".Data.Vaults".
func member(pointer string) string {
	var expression strings.Builder
	for _, name := range strings.Split(pointer, "/")[1:] {
		expression.WriteString("." + goName(name))
	}
	return expression.String()
}

func goName(name string) string {
	return codegen.SchemaNameToTypeName(name)
}
