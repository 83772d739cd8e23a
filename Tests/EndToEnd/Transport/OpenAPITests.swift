// openapi.yaml describes exactly the routes that there are. Each answer of all tests is judged by it; see Documented.

import NIOHTTP1
import Testing

extension EndToEnd {
    @Suite("openapi.yaml") struct OpenAPI {
        static func document(_ shape: Shape) async throws -> OpenAPIDocument {
            let balise = try await shape.balise
            let answer = try await balise.call(.GET, balise.http + "/openapi.yaml")
            #expect(answer.status == 200)
            return try OpenAPIDocument(yaml: answer.text)
        }

        @Test("is a 3.1 document", arguments: Shape.allCases)
        func version(shape: Shape) async throws {
            #expect(try await Self.document(shape).version.hasPrefix("3.1"))
        }

        @Test("describes every route of the contract", arguments: Shape.allCases)
        func complete(shape: Shape) async throws {
            let document = try await Self.document(shape)
            for root in ["/v1/", "/"] {
                for endpoint in Endpoint.allCases {
                    #expect(
                        document.operation("POST", root + endpoint.rawValue) != nil, "POST \(root)\(endpoint.rawValue)")
                }
                #expect(document.operation("GET", root + "GetLocationGeoJSON/x") != nil)
            }
            for path in ["/", "/robots.txt", "/favicon.ico", "/openapi.yaml"] {
                #expect(document.operation("GET", path) != nil, "GET \(path)")
            }
        }

        @Test("describes no route that is not there", arguments: Shape.allCases)
        func honest(shape: Shape) async throws {
            let balise = try await shape.balise
            let document = try await Self.document(shape)
            #expect(!document.operations.isEmpty)
            for operation in document.operations.keys where operation.method != "OPTIONS" {
                // Of files there are only those of the pages, and professionals have whole numbers as their ids.
                let path = operation.path.replacing("/files/{name}", with: "/files/account.js")
                    .replacing("/professional/{id}", with: "/professional/7")
                    .replacing(/\{[^}]*\}/, with: "somebody")
                let isOperations = document.pathsOfOperationsPort.contains(operation.path)
                let base = isOperations ? balise.operations : balise.http
                let body: [UInt8]? = operation.method == "POST" ? Array("{}".utf8) : nil
                var headers: HTTPHeaders = body == nil ? [:] : ["content-type": "application/json"]
                if isOperations { headers.add(name: "authorization", value: "Bearer \(try balise.operatorToken)") }
                let answer = try await balise.call(HTTPMethod(rawValue: operation.method), base + path, body, headers)
                // An operator is told that there is no account of that name, and an app that nothing was announced
                // under one, which is not that there is no such call.
                if isOperations, answer.status == 404, !answer.text.contains("at this address") { continue }
                if answer.status == 404, answer.text.contains("was announced") { continue }
                // The page says in a person's language that there is no such identity provider.
                if answer.status == 404, operation.path == "/account/provider/{provider}" { continue }
                #expect(![404, 405, 501].contains(answer.status), "\(operation.method) \(path): \(answer)")
            }
        }
    }
}
