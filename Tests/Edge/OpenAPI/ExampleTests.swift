@testable import Edge

@Suite(.timeLimit(.minutes(10))) struct ExampleTests {
    private func document() throws -> APIDocument { try APIDocument.served.get() }

    @Test func givesEveryBodyAnExampleThatFits() throws {
        var count = 0
        for operation in try document().operationsByID.values {
            for body in operation.requests + operation.successes + operation.sharedErrors {
                let isText = !["image/x-icon", "application/zip"].contains(body.mediaType)
                #expect(!body.examples.isEmpty || !isText, "\(body.place)")
                for example in body.examples {
                    count += 1
                    #expect(operation.schemas.mismatches(example, body.schema, at: body.place) == [])
                }
            }
        }
        #expect(count > 200)
    }

    /// An optional member has no fixed value.
    @Test func fixesNoOptionalMember() throws {
        for operation in try document().operationsByID.values {
            for body in operation.requests + operation.successes {
                let full = operation.schemas.fullInstance(body.schema, like: body.examples.first)
                for place in operation.schemas.places(body.schema, in: full) where !place.isRequired {
                    let schema = operation.schemas.flattened(place.schema)
                    #expect(schema["const"] == nil, "\(body.place) \(place.description)")
                    #expect((schema["enum"] as? [Any])?.count != 1, "\(body.place) \(place.description)")
                }
            }
        }
    }

    /// One media type per request, unless the wire takes several.
    @Test func namesOneMediaTypeARequest() throws {
        for (id, operation) in try document().operationsByID where operation.requests.count > 1 {
            let isMiataru = operation.requests.contains { $0.mediaType == "application/x-www-form-urlencoded" }
            #expect(isMiataru || id == "updateProfile", "\(id)")
        }
    }
}
