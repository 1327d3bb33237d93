// Command tools writes the generated files of this module from the documents: types, a method for each operation and an
// iterator for each paged list, by oapi-codegen with the templates beside this file.
//
//	go -C tools run .
package main

import (
	_ "embed"
	"fmt"
	"log"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/getkin/kin-openapi/openapi3"
	"github.com/oapi-codegen/oapi-codegen/v2/pkg/codegen"
	"github.com/oapi-codegen/oapi-codegen/v2/pkg/util"
)

const module = "github.com/wallet-services/wallet-services/clients/go/"

const documents = "../../../generated/openapi"

// services are those that there is a document of.
func services() ([]string, error) {
	paths, err := filepath.Glob(filepath.Join(documents, "*.json"))
	for index, path := range paths {
		paths[index] = strings.TrimSuffix(filepath.Base(path), ".json")
	}
	return paths, err
}

//go:embed operations.tmpl
var operations string

//go:embed lists.tmpl
var lists string

// Types of this module and of libraries that stand for a schema, by its name.
var types = map[string]string{
	"DecimalString":         "decimal.Decimal",
	"AnyTime":               "value.Loose",
	"DateOrTimestamp":       "value.Loose",
	"NumberOrDecimalString": "value.Loose",
	"WholeNumberOrText":     "value.Loose",
	"Candle":                "value.Candle",
}

// adapt gives a schema and its members the types of Go that hold what it allows.
func adapt(name string, schema *openapi3.Schema) {
	goType := types[name]
	open := schema.Type == nil && schema.AnyOf == nil && schema.AllOf == nil && schema.Properties == nil
	if goType == "" && open {
		goType = "value.Loose"
	}
	if goType != "" {
		*schema = openapi3.Schema{Description: schema.Description, Extensions: map[string]any{"x-go-type": goType}}
		if goType == "value.Loose" {
			schema.Extensions["x-go-type-skip-optional-pointer"] = true
		}
	}
	// Examples stand in the documents; here they would be most of the comments.
	schema.Example, schema.Examples = nil, nil
	for _, member := range schema.Properties {
		if member.Ref == "" {
			adapt("", member.Value)
		}
	}
	// One of two objects: the members of both.
	if schema.AnyOf != nil && schema.Properties == nil {
		merged := openapi3.Schemas{}
		for _, choice := range schema.AnyOf {
			for name, member := range choice.Value.Properties {
				merged[name] = member
			}
		}
		if len(merged) > 0 && !slices.ContainsFunc(schema.AnyOf, isNull) {
			schema.AnyOf, schema.Properties = nil, merged
			schema.Type = &openapi3.Types{"object"}
		}
	}
}

func isNull(schema *openapi3.SchemaRef) bool {
	return schema.Value.Type.Is("null")
}

func generate(service string) error {
	document, err := util.LoadSwagger(filepath.Join(documents, service+".json"))
	if err != nil {
		return err
	}
	for name, schema := range document.Components.Schemas {
		adapt(name, schema.Value)
	}
	for _, path := range document.Paths.Map() {
		for _, operation := range path.Operations() {
			if answer := operation.Responses.Value("200").Value.Content.Get("application/json"); answer != nil && answer.Schema.Ref == "" {
				adapt("", answer.Schema.Value)
			}
		}
	}
	describe(document)
	code, err := codegen.Generate(document, codegen.Configuration{
		PackageName: service,
		Generate:    codegen.GenerateOptions{Models: true, Client: true},
		OutputOptions: codegen.OutputOptions{
			NameNormalizer:   string(codegen.NameNormalizerFunctionToCamelCaseWithInitialisms),
			SkipEnumValidate: true,
			TypeMapping: &codegen.TypeMapping{String: codegen.FormatMapping{
				Formats: map[string]codegen.SimpleTypeSpec{
					"uuid": {Type: "uuid.UUID"},
				},
			}},
			UserTemplates: map[string]string{"client.tmpl": operations, "client-with-responses.tmpl": lists},
		},
		AdditionalImports: []codegen.AdditionalImport{
			{Package: "iter"},
			{Package: "github.com/google/uuid"},
			{Package: "github.com/shopspring/decimal"},
			{Package: module + "value"},
			{Package: module + "wallet"},
		},
	})
	if err != nil {
		return err
	}
	if err := os.MkdirAll(filepath.Join("..", service), 0o755); err != nil {
		return err
	}
	return os.WriteFile(filepath.Join("..", service, service+".gen.go"), []byte(code), 0o644)
}

func main() {
	log.SetFlags(0)
	all, err := services()
	if err != nil {
		log.Fatal(err)
	}
	for _, service := range all {
		if err := generate(service); err != nil {
			log.Fatal(fmt.Errorf("%s: %w", service, err))
		}
	}
}
