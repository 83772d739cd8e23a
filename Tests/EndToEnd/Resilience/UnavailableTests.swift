// While the location service is away, the edge says so at once, in the form of the family.

import Foundation
import NIOHTTP1
import Testing

extension EndToEnd {
    @Suite("Location away") struct LocationAway {
        @Test("Every endpoint answers 503 with Retry-After, and malformed requests are still told apart")
        func away() async throws {
            try await RunningBalise.withOwn(.services, measures: true) { balise in
                try await balise.child("location").killNow()
                for endpoint in Endpoint.allCases {
                    let answer = try await balise.post(endpoint, endpoint.sample(), ["origin": "https://miataru.com"])
                    #expect(answer.status == 503, "\(endpoint): \(answer)")
                    #expect(answer.took < .seconds(1), "\(endpoint): \(answer.took)")
                    #expect(answer.headers["retry-after"] == ["1"])
                    #expect(answer.headers["access-control-allow-origin"] == ["https://miataru.com"])
                    let malformed = try await balise.post(path: "/v1/" + endpoint.rawValue, Array("{".utf8))
                    #expect(malformed.status == 400)
                }
                #expect(try await balise.get("/v1/GetLocationGeoJSON/x").status == 503)
                #expect(try await balise.get("/").status == 200)
                #expect(try await balise.post(path: "/nope", Array("{}".utf8)).status == 404)
                let ready = try await balise.operate(.GET, "/readyz")
                #expect(ready.status == 503 && ready.text.contains("location"), "\(ready)")
                #expect(try await balise.call(.GET, balise.operations + "/livez").status == 200)
                try balise.launch("location")
                try await balise.untilReady()
                #expect(try await balise.post(.getLocation, Endpoint.getLocation.sample()).status == 200)
            }
        }
    }
}

extension EndToEnd {
    @Suite("Location hung") struct LocationHung {
        @Test("A service that is stopped costs its callers their time only until that is noticed")
        func hung() async throws {
            let settings = ["BALISE_HTTP_REQUEST_TIMEOUT": "3s"]
            try await RunningBalise.withOwn(.services, settings, measures: true) { balise in
                #expect(try await balise.post(.getLocation, Endpoint.getLocation.sample()).status == 200)
                let location = try balise.child("location").id
                kill(location, SIGSTOP)
                defer { kill(location, SIGCONT) }
                // On a busy machine each of its threads stops when it is next looked at.
                try await eventually(within: .seconds(10), "location has stopped") {
                    let status = try? String(contentsOfFile: "/proc/\(location)/status", encoding: .utf8)
                    return status?.contains("State:\tT") ?? true
                }
                try await withThrowingTaskGroup { group in
                    for _ in 0..<4 {
                        group.addTask {
                            try await balise.post(.getLocation, Endpoint.getLocation.sample()).status
                        }
                    }
                    for try await status in group { #expect(status == 504) }
                }
                for _ in 0..<5 {
                    let answer = try await balise.post(.getLocation, Endpoint.getLocation.sample())
                    #expect(answer.status == 503, "\(answer)")
                    #expect(answer.took < .milliseconds(500), "\(answer.took)")
                    #expect(answer.headers["retry-after"] == ["1"])
                }
                kill(location, SIGCONT)
                try await eventually(within: .seconds(20), "location answers again") {
                    try await balise.post(.getLocation, Endpoint.getLocation.sample()).status == 200
                }
            }
        }
    }
}
