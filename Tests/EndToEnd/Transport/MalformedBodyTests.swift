// What is no JSON object is refused, whatever else there is to say about the request.

import NIOHTTP1
import Testing

extension EndToEnd {
    @Suite("Malformed bodies") struct MalformedBodies {
        static let bodies = [
            "", " ", "\r\n\t ", "{", "}", "[", "null", "true", "false", "5", "\"text\"", "{]", "{\"a\":}", "{\"a\":1,}",
            "{'a':1}", "{a:1}", "{\"a\":1}{\"b\":2}", "{\"a\":01}", "{\"a\":1.}", "{\"a\":+1}", "{\"a\":NaN}",
            "{\"a\":\"\u{1}\"}", "{\"a\":\"\\x\"}", "undefined", "<xml/>", "{\"a\":1} x",
        ]

        @Test("are 400 at every endpoint", arguments: Shape.allCases, Endpoint.allCases)
        func everywhere(shape: Shape, endpoint: Endpoint) async throws {
            let balise = try await shape.balise
            for body in Self.bodies {
                let answer = try await balise.post(path: "/v1/" + endpoint.rawValue, Array(body.utf8))
                #expect(answer.status == 400, "\(body.debugDescription): \(answer)")
            }
        }

        @Test("whose last byte is missing are 400", arguments: Shape.allCases, Endpoint.allCases)
        func truncated(shape: Shape, endpoint: Endpoint) async throws {
            let body = Array(endpoint.sample().encoded.utf8.dropLast())
            #expect(try await shape.balise.post(path: "/v1/" + endpoint.rawValue, body).status == 400)
        }

        @Test("that are not UTF-8 are 400", arguments: Shape.allCases)
        func notUTF8(shape: Shape) async throws {
            var body = Array(Endpoint.getLocation.sample("zzzz").encoded.utf8)
            let place = try #require(body.firstIndex(of: UInt8(ascii: "z")))
            body[place] = 0xFF
            let status = try await shape.balise.post(path: "/v1/GetLocation", body).status
            // Some readers put a replacement character there; nobody may stumble over it.
            #expect(status == 400 || status == 200)
        }

        @Test(
            "that are objects or arrays without the expected member are 400", arguments: Shape.allCases,
            Endpoint.allCases)
        func wrongTop(shape: Shape, endpoint: Endpoint) async throws {
            let balise = try await shape.balise
            let wrapper = endpoint == .getLocationGeoJSON ? "MiataruGetLocation" : "Miataru" + endpoint.wrapperSuffix
            for body in ["{}", "[]", "[{}]", "{\"\(wrapper)\":null}", "{\"\(wrapper)\":5}", "{\"\(wrapper)\":true}"] {
                let answer = try await balise.post(path: "/v1/" + endpoint.rawValue, Array(body.utf8))
                #expect(answer.status == 400, "\(body): \(answer)")
            }
        }

        @Test("are noticed before the path is", arguments: Shape.allCases)
        func beforeThePath(shape: Shape) async throws {
            let balise = try await shape.balise
            #expect(try await balise.post(path: "/nope", Array("{".utf8)).status == 400)
            #expect(try await balise.post(path: "/v1/nope", Array("{\"a\":".utf8)).status == 400)
            #expect(try await balise.post(path: "/nope", Array("{}".utf8)).status == 404)
        }

        @Test("that nest a hundred thousand deep do no harm", arguments: Shape.allCases, ["[", "{\"a\":"])
        func deep(shape: Shape, opening: String) async throws {
            let balise = try await shape.balise
            let open = String(repeating: opening, count: 100_000)
            for body in [open, "{\"MiataruGetLocation\":" + open] {
                let answer = try await balise.post(path: "/v1/GetLocation", Array(body.utf8))
                #expect(answer.status == 400)
            }
            let closed = String(repeating: "[", count: 100_000) + String(repeating: "]", count: 100_000)
            #expect(try await balise.post(path: "/v1/GetLocation", Array(closed.utf8)).status == 400)
        }
    }
}

extension Endpoint {
    /// The name of the object that wraps its request, without `Miataru`.
    var wrapperSuffix: String {
        switch self {
        case .updateLocation: "Location"
        case .setDeviceKey: "SetDeviceKey"
        case .setAllowedDeviceList: "SetAllowedDeviceList"
        case .getAllowedDeviceList: "GetAllowedDeviceList"
        case .setDeviceSlogan: "SetDeviceSlogan"
        case .getDeviceSlogan: "GetDeviceSlogan"
        case .getDeviceSecurityStatus: "GetDeviceSecurityStatus"
        default: rawValue
        }
    }
}
