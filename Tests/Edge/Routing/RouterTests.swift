// Which call a path leads to.

import HTTPTypes
import Models
import ServiceRuntime
import Testing

@testable import Edge

@Suite struct RouterTests {
    private let routers = [Router.publicOne(ScriptedServices()), Router.operations(ScriptedServices())]

    @Test func registersEveryCallOnce() {
        for router in routers {
            let calls = router.paths.flatMap { path in path.methods.map { "\($0.rawValue) \(path.path)" } }
            #expect(calls.count > 15)
            #expect(Set(calls).count == calls.count)
            #expect(Set(router.paths.map(\.path)).count == router.paths.count)
        }
    }

    /// No path hides another one.
    @Test func findsEveryPath() {
        for router in routers {
            for path in router.paths {
                let match = router.match(path.path.replacing(/\{[a-z]+\}/, with: "1"))
                #expect(match.path === path, "\(path.path)")
                #expect(match.parameters == Array(repeating: "1", count: path.path.count { $0 == "{" }))
            }
        }
    }

    /// `sessions` is not taken for a session, nor `me` for a user.
    @Test(arguments: [
        ("auth/sessions", "auth/sessions"), ("auth/sessions/1", "auth/sessions/{id}"),
        ("users/me/location-devices/d", "users/me/location-devices/{device}"),
        ("users/me/location-devices/d/key", "users/me/location-devices/{device}/key"),
        ("users/me/location-devices", "users/me/location-devices"), ("users/me", "users/me"), ("users/7", "users/{id}"),
        ("auth/sessions/1/2", "unknown"),
    ])
    func prefersPathsWithoutParameters(_ path: String, _ name: String) {
        #expect(routers[0].match("/api/v1/" + path).name == name)
    }

    @Test(
        "A path that is not served has the form of the API that it could be of",
        arguments: [
            ("/v1/account/nope", "appwrite"), ("/v1/nope", "miataru"), ("/nope", "miataru"), ("/api/v1/nope", "api"),
            ("/ecovelo", "ecovelo"), ("/oauth/nope", "oauth"), ("/.well-known/nope", "oauth"), ("", "miataru"),
        ])
    func settlesTheForm(_ path: String, _ api: String) {
        let match = routers[0].match(path)
        #expect(match.api.name == api && match.path == nil && match.name == "unknown" && match.allow == "")
    }
}
