@testable import Edge

@Suite(.timeLimit(.minutes(10))) struct MiataruHTTPTests {
    @Test(arguments: [
        ("POST", "/v1/GetLocation", 200), ("POST", "/GetLocation", 200), ("POST", "/v1/GetLocation?x=1", 200),
        ("POST", "/v1/getlocation", 404), ("POST", "/v1/GetLocation/", 404), ("POST", "/v2/GetLocation", 404),
        ("POST", "/v1/GetLocationGeoJSON/d", 404), ("POST", "/", 404), ("POST", "/robots.txt", 404),
        ("PUT", "/nope", 404),
        ("GET", "/v1/GetLocation", 405), ("HEAD", "/v1/GetLocation", 405), ("PUT", "/v1/GetLocation", 405),
        ("DELETE", "/GetLocation", 405), ("PATCH", "/v1/GetLocation", 405), ("GET", "/v1/GetLocationGeoJSON", 405),
        ("GET", "/v1/GetLocationGeoJSON/", 404), ("GET", "/v1/GetLocationGeoJSON/a/b", 404),
        ("GET", "/v1/GetLocationGeoJSON/d", 200), ("HEAD", "/GetLocationGeoJSON/d", 200),
        ("GET", "/v1/GetLocationGeoJSON/%zz", 400), ("GET", "/v1/GetLocationGeoJSON/%c3", 400),
        ("GET", "/v1/GetLocationGeoJSON/a%3Ab", 400), ("GET", "/", 200), ("HEAD", "/", 200),
        ("GET", "/robots.txt", 200), ("GET", "/favicon.ico", 200), ("GET", "/openapi.yaml", 200), ("GET", "/v1/", 404),
        ("GET", "/openapi-operators.yaml", 200),
    ])
    func routes(_ method: String, _ path: String, _ status: Int) async throws {
        let response = try await ScriptedServices.empty().ask(
            method, path, headers: [("Content-Type", "application/json")], body: method == "POST" ? getBody : nil)
        #expect(response.status == status)
    }

    @Test("The error for JSON that is sent as a form names the right Content-Type")
    func jsonAsForm() async throws {
        let type = ("Content-Type", "application/x-www-form-urlencoded")
        try await withEdge(.empty()) { edge in
            for (path, body, isJSON) in [
                ("/v1/GetLocation", getBody, true), ("/UpdateLocation", " \n{\"a\":1}", true),
                ("/v1/GetLocation", "a=1", false), ("/v1/GetLocation", "", false),
            ] {
                let response = try await edge.request("POST", path, headers: [type], body: body).expect(400)
                #expect(response.body.contains("Content-Type: application") == isJSON, "\(response.body)")
            }
        }
    }

    @Test func decodesTheDeviceInThePath() async throws {
        let services = ScriptedServices.empty()
        let status = try await services.ask("GET", "/v1/GetLocationGeoJSON/a%20%C3%BC+b%2Fc").status
        #expect(status == 200)
        #expect(services.received(GetLocationGeoJSON.self).first?.devices == [id("a ü+b/c")])
    }

    @Test(arguments: [
        ("/v1/GetLocation", "application/json", "{", 400), ("/nope", "application/json", "{", 400),
        ("/nope", "application/json", "5", 400), ("/nope", "application/json", "null", 400),
        ("/nope", "application/json", "  ", 400), ("/nope", "application/json", "{}", 404),
        ("/nope", "application/json", "", 404), ("/nope", "text/plain", "{", 404),
        ("/v1/GetLocation", "Application/JSON; charset=UTF-8", getBody, 200),
        ("/v1/GetLocation", "application/json;charset=\"utf-8\"", getBody, 200),
        ("/v1/GetLocation", "application/json", "\u{feff}" + getBody, 200),
        ("/v1/GetLocation", "application/json; charset=iso-8859-1", getBody, 415),
        ("/v1/GetLocation", "text/plain", getBody, 400), ("/v1/GetLocation", "application/vnd.api+json", getBody, 400),
        ("/v1/GetLocation", "application/jsonx", getBody, 400),
        (
            "/v1/GetLocation", "application/x-www-form-urlencoded",
            "MiataruConfig[RequestMiataruDeviceID]=me&MiataruGetLocation[0][Device]=phone", 200
        ),
        (
            "/v1/GetLocation", "application/x-www-form-urlencoded",
            "MiataruConfig%5BRequestMiataruDeviceID%5D=me&MiataruGetLocation%5B%5D%5BDevice%5D=ph+one", 200
        ),
    ])
    func readsBodiesByTheirType(_ path: String, _ type: String, _ body: String, _ status: Int) async throws {
        try await ScriptedServices.empty().ask(
            "POST", path, headers: [("Content-Type", type)], body: body
        ).expect(status)
    }

    @Test func readsAFormLikeJSON() throws {
        let form = "a[b][0][c]=1&a[b][1][c]=2+3&d=%C3%BC&a[e]=&f[]=x&f[]=y&g&h=1&h=2&[z=1&k%5B01%5D=v&=w"
        let json = String(decoding: try FormBody(Array(form.utf8)).json(), as: UTF8.self)
        #expect(
            json == #"{"a":{"b":[{"c":"1"},{"c":"2 3"}],"e":""},"d":"ü","f":["x","y"],"g":"","h":["1","2"],"#
                + #""[z":"1","k":{"01":"v"},"":"w"}"#)
        let deep = "a" + String(repeating: "[b]", count: 1000) + "=1"
        #expect(throws: EdgeError.self) { try FormBody(Array(deep.utf8)) }
    }

    @Test func tagsWhatItServesToGet() async throws {
        try await withEdge(.empty()) { edge in
            for path in ["/", "/robots.txt", "/favicon.ico", "/openapi.yaml", "/v1/GetLocationGeoJSON/d"] {
                let first = try await edge.request("GET", path)
                let tag = try #require(first.header("ETag"))
                #expect(tag.hasPrefix("W/\""))
                for known in [tag, "\"x\", \(tag.dropFirst(2))", "*"] {
                    let again = try await edge.request("GET", path, headers: [("If-None-Match", known)])
                    #expect(again.status == 304 && again.body.isEmpty && again.header("ETag") == tag)
                }
                #expect(try await edge.request("GET", path, headers: [("If-None-Match", "W/\"x\"")]).status == 200)
                let head = try await edge.request("HEAD", path)
                #expect(head.header("Content-Length") == first.header("Content-Length"))
            }
        }
    }

    @Test func servesItsPages() async throws {
        try await withEdge { edge in
            let banner = try await edge.request("GET", "/")
            #expect(banner.body.contains("miataru") && banner.header("Content-Type") == "text/plain; charset=utf-8")
            #expect(try await edge.request("GET", "/robots.txt").body == "User-agent: *\nDisallow:\n")
            #expect(try await edge.request("GET", "/favicon.ico").header("Content-Type") == "image/x-icon")
            for path in ["/openapi.yaml", "/openapi-operators.yaml"] {
                #expect(try await edge.request("GET", path).body.hasPrefix("openapi: 3.1.0\n"))
            }
        }
    }
}
