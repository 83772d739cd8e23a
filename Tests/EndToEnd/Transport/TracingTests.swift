extension EndToEnd {
    @Suite("Tracing") struct TracedRequests {
        private static let parent = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331"

        @Test(
            "A trace crosses edge, bus and service, and tells nothing of users",
            arguments: Shape.all(because: "the spans are of one process or of several"))
        func crossing(shape: Shape) async throws {
            try await FakeReceiver.run { receiver in
                let settings = [
                    "BALISE_TRACING_ENDPOINT": receiver.url("").absoluteString, "BALISE_TRACING_SAMPLING": "0",
                ]
                try await RunningBalise.withOwn(
                    shape, settings + Setting.trustedProxies("127.0.0.0/8") + Setting.patient
                ) { balise in
                    let device = Fresh.device()
                    let update = Miataru.update(device, history: "True")
                    // Not sampled by the ratio, then by its parent, and then sampled.
                    for headers: HTTPHeaders in [
                        [:], ["traceparent": Self.parent + "-00"], ["traceparent": "00-malformed-01"],
                        ["traceparent": Self.parent + "-01"],
                    ] {
                        try await balise.post(.updateLocation, update, headers).expect(200)
                    }
                    _ = try await balise.get("/v1/users/\(device)?key=\(device)", ["traceparent": Self.parent + "-01"])
                    try await eventually("the spans of edge, bus and service arrive") {
                        try Set(receiver.spans().map { "\($0.service) \($0.kind)" })
                            .isSuperset(of: ["edge 2", "edge 3", "location 2"])
                    }
                }
                let spans = try receiver.spans()
                #expect(spans.allSatisfy { $0.traceID == "0af7651916cd43dd8448eb211c80319c" })
                let edges = spans.filter {
                    $0.service == "edge" && $0.kind == 2 && $0.attributes["http.request.method"] == "POST"
                }
                try #require(edges.count == 1)
                #expect(edges[0].parentID == "b7ad6b7169203331" && edges[0].attributes["balise.status_class"] == "2xx")
                let call = try #require(spans.first { $0.name == "UpdateLocation" && $0.kind == 3 })
                #expect(call.service == "edge" && call.parentID == edges[0].spanID)
                #expect(call.attributes["rpc.service"] == "location")
                let handler = try #require(spans.first { $0.name == "UpdateLocation" && $0.service == "location" })
                #expect(handler.kind == 2 && handler.parentID == call.spanID)
                for sent in receiver.calls.map({ String(decoding: $0.body, as: UTF8.self) }) {
                    for mark in Fresh.marks + ["127.0.0.1"] { #expect(!sent.contains(mark)) }
                }
            }
        }

        @Test("The ratio decides for a caller that is no trusted proxy", arguments: Shape.standard)
        func untrusted(shape: Shape) async throws {
            try await FakeReceiver.run { receiver in
                let settings = ["BALISE_TRACING_ENDPOINT": receiver.url("").absoluteString]
                try await RunningBalise.withOwn(shape, settings + Setting.patient) { balise in
                    let update = Miataru.update(Fresh.device())
                    try await balise.post(.updateLocation, update, ["traceparent": Self.parent + "-00"]).expect(200)
                    try await eventually("the span of the request arrives") {
                        try receiver.spans().contains { $0.parentID == "b7ad6b7169203331" && $0.service == "edge" }
                    }
                }
            }
        }
    }
}
