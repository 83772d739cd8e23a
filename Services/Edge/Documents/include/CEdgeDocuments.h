// The files that are part of the edge's program.

#ifndef CEDGEDOCUMENTS_H
#define CEDGEDOCUMENTS_H

#include <stddef.h>
#include <stdint.h>

/// A file that is part of the program. Its bytes stay where they are and never change.
typedef struct {
    const uint8_t *bytes;
    size_t count;
} edge_document;

/// OpenAPI/openapi.yaml.
edge_document edge_document_openapi(void);

/// OpenAPI/openapi-operators.yaml.
edge_document edge_document_openapi_operators(void);

/// ecovelo-sdk.js, which the SDK has as well.
edge_document edge_document_ecovelo_sdk(void);

/// A file of Clients/Pages, Clients/Console or Clients/Map, by its name without the folder.
typedef struct {
    const char *name;
    edge_document document;
} edge_page;

/// How many files of Clients/Pages there are.
size_t edge_page_count(void);

/// The file at a position below that.
edge_page edge_page_at(size_t position);

/// How many files of Clients/Console there are.
size_t edge_console_file_count(void);

/// The file at a position below that.
edge_page edge_console_file_at(size_t position);

/// How many files of Clients/Map there are.
size_t edge_map_file_count(void);

/// The file at a position below that.
edge_page edge_map_file_at(size_t position);

#endif
