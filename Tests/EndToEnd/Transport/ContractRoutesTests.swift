// The routes of the Miataru contract on the running programs. How the edge reads bodies, media types, paths, methods and
// connections is in Tests/Edge.

import NIOHTTP1
import Testing

extension EndToEnd {
    @Suite("Routes of the contract") struct ContractRoutes {
        @Test("Every endpoint answers under /v1/ and at the root alike, to POST alone", arguments: Shape.standard)
        func everyEndpoint(shape: Shape) async throws {
            let balise = try await shape.balise
            for endpoint in Endpoint.allCases {
                for root in ["/v1/", "/"] {
                    let path = root + endpoint.rawValue
                    let answer = try await balise.post(endpoint, endpoint.sample(), under: root)
                    #expect(answer.status == endpoint.statusOfSample, "\(path): \(answer)")
                    #expect(answer.contentType == "application/json; charset=utf-8")
                    let cut = Array(endpoint.sample().encoded.utf8.dropLast())
                    #expect(try await balise.post(path: path, cut).status == 400)
                    let get = try await balise.get(path)
                    #expect(get.status == 405, "\(path)")
                    #expect(get.error?.hasPrefix("Method not supported on endpoint \(path): GET") == true, "\(get)")
                }
            }
            let unknown = try await balise.post(path: "/v1/updatelocation", Array("{}".utf8))
            #expect(unknown.status == 404 && unknown.error?.hasPrefix("Not found: /v1/updatelocation") == true)
        }

        @Test(
            "The pages that the contract has are there, and web pages that it names may call", arguments: Shape.standard
        )
        func pages(shape: Shape) async throws {
            let balise = try await shape.balise
            for path in ["/", "/robots.txt", "/favicon.ico"] {
                #expect(try await balise.get(path).status == 200)
            }
            let sample = Endpoint.getLocation.sample()
            for (origin, isAllowed) in [("https://miataru.com", true), ("https://evil.example", false)] {
                let headers: HTTPHeaders = ["origin": origin]
                let answer = try await balise.post(.getLocation, sample, headers)
                #expect(answer.headers["access-control-allow-origin"] == (isAllowed ? [origin] : []), "\(answer)")
                let preflight = try await balise.send(.OPTIONS, "/v1/GetLocation", nil, headers)
                #expect(preflight.status == 204)
                #expect(preflight.headers["access-control-allow-origin"] == (isAllowed ? [origin] : []))
            }
        }
    }
}
