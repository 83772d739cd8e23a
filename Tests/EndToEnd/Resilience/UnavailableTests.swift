extension EndToEnd {
    @Suite("Without location") struct LocationAway {
        @Test("Without location, or while it hangs, calls are answered 503 in time, and malformed requests 400")
        func away() async throws {
            try await RunningBalise.withOwn(.services, measures: true) { balise in
                try await balise.child("location").killNow()
                for endpoint in Endpoint.allCases {
                    let answer = try await balise.post(endpoint, endpoint.sample(), ["origin": "https://miataru.com"])
                    #expect(answer.status == 503, "\(endpoint): \(answer)")
                    #expect(answer.took < .seconds(1), "\(endpoint): \(answer.took)")
                    #expect(answer.headers["retry-after"] == ["1"])
                    #expect(answer.headers["access-control-allow-origin"] == ["https://miataru.com"])
                    try await balise.post(path: "/v1/" + endpoint.rawValue, Array("{".utf8)).expect(400)
                }
                #expect(try await balise.get("/v1/GetLocationGeoJSON/x").status == 503)
                #expect(try await balise.get("/").status == 200)
                #expect(try await balise.post(path: "/nope", Array("{}".utf8)).status == 404)
                let ready = try await balise.operate(.GET, "/readyz")
                #expect(ready.status == 503 && ready.text.contains("location"), "\(ready)")
                #expect(try await balise.call(.GET, balise.operations + "/livez").status == 200)
                try await balise.relaunch("location")
                #expect(try await balise.post(.getLocation, Endpoint.getLocation.sample()).status == 200)
                try await whileItHangs(balise)
            }
        }

        /// Many callers wait some seconds, and later ones are refused at once.
        private func whileItHangs(_ balise: RunningBalise) async throws {
            try await balise.whileStopped("location") {
                try await withThrowingTaskGroup { group in
                    for _ in 0..<4 {
                        group.addTask { try await balise.post(.getLocation, Endpoint.getLocation.sample()) }
                    }
                    for try await answer in group {
                        #expect(answer.status == 503 && answer.took < .seconds(6), "\(answer)")
                    }
                }
                var fastest = Duration.seconds(60)
                for _ in 0..<5 {
                    let answer = try await balise.post(.getLocation, Endpoint.getLocation.sample())
                    #expect(answer.status == 503, "\(answer)")
                    #expect(answer.headers["retry-after"] == ["1"])
                    fastest = min(fastest, answer.took)
                }
                // The machine may stall during one of them, but a service that waits for a timeout waits each time.
                #expect(fastest < .milliseconds(500), "\(fastest)")
            }
            try await eventually("location answers again") {
                try await balise.post(.getLocation, Endpoint.getLocation.sample()).status == 200
            }
        }
    }
}
