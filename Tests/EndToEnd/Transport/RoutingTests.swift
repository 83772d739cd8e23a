// Which paths and methods there are, and what the others answer.

import NIOHTTP1
import Testing

extension EndToEnd {
    @Suite("Paths and methods") struct Routing {
        @Test("Every endpoint answers under /v1/ and at the root alike", arguments: Shape.allCases, Endpoint.allCases)
        func bothRoots(shape: Shape, endpoint: Endpoint) async throws {
            let balise = try await shape.balise
            for root in ["/v1/", "/"] {
                let answer = try await balise.post(endpoint, endpoint.sample(), under: root)
                #expect(answer.status == endpoint.statusOfSample, "\(root): \(answer)")
                #expect(answer.contentType == "application/json; charset=utf-8")
            }
        }

        @Test(
            "No other spelling of a path exists",
            arguments: Shape.allCases,
            [
                "/v1/updatelocation", "/v1/UPDATELOCATION", "/v1/SetDeviceKey", "/V1/GetLocation", "/getlocation",
                "/v1/UpdateLocation/", "/GetLocation/", "/v2/UpdateLocation", "/apiv1/UpdateLocation", "/v1", "/v1/",
                "/v1/GetLocationGPX", "/nope", "/v1/UpdateLocation/x", "/v1//UpdateLocation",
            ])
        func unknownPaths(shape: Shape, path: String) async throws {
            let balise = try await shape.balise
            let answer = try await balise.post(path: path, Array(Endpoint.updateLocation.sample().encoded.utf8))
            #expect(answer.status == 404)
            #expect(answer.error?.hasPrefix("Not found: \(path)") == true, "\(answer)")
        }

        @Test(
            "What is only read has other spellings too, as with the reference's router",
            arguments: Shape.allCases,
            [
                ("/v1/GetLocationGeoJSON/", "/"), ("/v1/getlocationgeojson/", ""), ("/V1/GETLOCATIONGEOJSON/", "/"),
                ("/getLocationGeojson/", ""), ("/GetLocationGeoJSON/", "/"),
            ])
        func spellings(shape: Shape, around: (before: String, behind: String)) async throws {
            let balise = try await shape.balise
            let device = Fresh.device() + "Aa"
            try await balise.accept(.updateLocation, Miataru.update(device))
            // The document names the usual spelling alone.
            func get(_ path: String) async throws -> Answer { try await balise.call(.GET, balise.http + path) }
            let answer = try await get(around.before + device + around.behind)
            #expect(answer.status == 200 && answer.json?["properties"]?["name"] == .string(device), "\(answer)")
            // The id is the device's own, capital by capital.
            let other = try await get(around.before + device.lowercased() + around.behind)
            #expect(other.status == 200 && other.json == [:])
            #expect(try await get(around.before + device + "/x").status == 404)
            #expect(try await get(around.before + device + "//").status == 404)
        }

        @Test(
            "Pages have other spellings too", arguments: Shape.allCases,
            ["/ROBOTS.txt", "/robots.txt/", "/Favicon.ico/"])
        func spellingsOfPages(shape: Shape, path: String) async throws {
            let balise = try await shape.balise
            #expect(try await balise.call(.GET, balise.http + path).status == 200)
        }

        @Test(
            "An unknown path is 404 whatever the method",
            arguments: Shape.allCases, [HTTPMethod.GET, .POST, .PUT, .DELETE, .PATCH, .HEAD, .OPTIONS].map(\.rawValue))
        func unknownPathAnyMethod(shape: Shape, method: String) async throws {
            let balise = try await shape.balise
            #expect(try await balise.send(HTTPMethod(rawValue: method), "/v1/nope").status == 404)
        }

        @Test(
            "Pages that are only read do not take a POST",
            arguments: Shape.allCases, ["/", "/robots.txt", "/v1/GetLocationGeoJSON/somebody"])
        func postOnPages(shape: Shape, path: String) async throws {
            let balise = try await shape.balise
            #expect(try await balise.post(path: path, Array("{}".utf8)).status == 404)
        }

        @Test("An endpoint takes POST and OPTIONS, nothing else", arguments: Shape.allCases, Endpoint.allCases)
        func otherMethods(shape: Shape, endpoint: Endpoint) async throws {
            let balise = try await shape.balise
            for root in ["/v1/", "/"] {
                let path = root + endpoint.rawValue
                for method in [HTTPMethod.GET, .PUT, .DELETE, .PATCH] {
                    let answer = try await balise.send(method, path)
                    #expect(answer.status == 405, "\(method.rawValue) \(path)")
                    let text = "Method not supported on endpoint \(path): \(method.rawValue)"
                    #expect(answer.error?.hasPrefix(text) == true, "\(answer)")
                }
                let head = try await balise.send(.HEAD, path)
                #expect(head.status == 405 && head.body.isEmpty, "HEAD \(path)")
                let options = try await balise.send(.OPTIONS, path)
                #expect(options.status == 204 && options.body.isEmpty, "OPTIONS \(path)")
            }
        }

        @Test("The front page is a banner that names Miataru", arguments: Shape.allCases)
        func banner(shape: Shape) async throws {
            let answer = try await shape.balise.get("/")
            #expect(answer.status == 200)
            #expect(answer.contentType?.hasPrefix("text/plain") == true)
            #expect(answer.text.lowercased().contains("miataru"))
        }

        @Test("robots.txt forbids nothing", arguments: Shape.allCases)
        func robots(shape: Shape) async throws {
            let answer = try await shape.balise.get("/robots.txt")
            #expect(answer.status == 200)
            #expect(answer.contentType?.hasPrefix("text/plain") == true)
            let lines = answer.text.split(separator: "\n").map { $0.filter { $0 != " " && $0 != "\r" } }
            #expect(lines == ["User-agent:*", "Disallow:"])
        }

        @Test("There is an icon", arguments: Shape.allCases)
        func icon(shape: Shape) async throws {
            let answer = try await shape.balise.get("/favicon.ico")
            #expect(answer.status == 200)
            #expect(answer.contentType?.hasPrefix("image/") == true)
        }

        @Test(
            "HEAD answers like GET, without the body",
            arguments: Shape.allCases, ["/", "/robots.txt", "/favicon.ico", "/v1/GetLocationGeoJSON/nobody-here"])
        func head(shape: Shape, path: String) async throws {
            let balise = try await shape.balise
            let get = try await balise.get(path)
            let head = try await balise.send(.HEAD, path)
            #expect(head.status == 200)
            #expect(head.body.isEmpty)
            #expect(head.contentType == get.contentType)
        }
    }
}
