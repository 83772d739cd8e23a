// The files that the edge serves as they are, as bytes of the program. C takes them in in no time (#embed, C23 section 6.10.4),
// where the Swift compiler needs minutes for an array literal of this length.

#include "CEdgeDocuments.h"

#pragma clang diagnostic ignored "-Wc23-extensions"

static const uint8_t openapi[] = {
#embed "../OpenAPI/openapi.yaml"
};

static const uint8_t openapi_operators[] = {
#embed "../OpenAPI/openapi-operators.yaml"
};

static const uint8_t ecovelo_sdk[] = {
#embed "../../../Clients/Swift/Sources/BaliseEcovelo/WebView/ecovelo-sdk.js"
};

edge_document edge_document_openapi(void) { return (edge_document){openapi, sizeof openapi}; }

edge_document edge_document_openapi_operators(void) { return (edge_document){openapi_operators, sizeof openapi_operators}; }

edge_document edge_document_ecovelo_sdk(void) { return (edge_document){ecovelo_sdk, sizeof ecovelo_sdk}; }
