@testable import ServiceRuntime

@Suite("The addresses of services") struct BusPlanTests {
    @Test("Services in one program use addresses within the process")
    func allInOne() throws {
        let plan = try plan([], hosting: ServiceName.allCases)
        #expect(plan.endpoints[.location]?.map(\.text) == ["inproc://location"])
        #expect(plan.binds[.location]?.text == "inproc://location" && !plan.usesTCP)
        #expect(!plan.usesSockets(in: URL(fileURLWithPath: "/srv/d")))
    }

    @Test("Separate programs use sockets in the data folder")
    func sockets() throws {
        let location = try plan([], hosting: [.location])
        let edge = try plan([], hosting: [.edge])
        #expect(location.binds[.location]?.text == "ipc:///srv/d/run/location.sock")
        #expect(edge.endpoints[.location]?.map(\.text) == ["ipc:///srv/d/run/location.sock"])
        #expect(edge.binds[.location] == nil && edge.usesSockets(in: URL(fileURLWithPath: "/srv/d")) && !edge.usesTCP)
    }

    @Test("A service on another machine binds to one address and is called at another")
    func tcp() throws {
        let location = try plan(["--bus-bind", "tcp://0.0.0.0:7404"], hosting: [.location])
        let others = ServiceName.allCases.filter { $0 != .edge }
        let places = others.flatMap { ["--bus-\($0)", "tcp://\($0):7404"] }
        let edge = try plan(places, hosting: [.edge])
        #expect(location.binds[.location]?.text == "tcp://0.0.0.0:7404")
        #expect(edge.endpoints[.location]?.map(\.text) == ["tcp://location:7404"])
        #expect(location.usesTCP)
        #expect(edge.usesTCP && !edge.usesSockets(in: URL(fileURLWithPath: "/srv/d")))
    }

    @Test("Without a bind address a service listens at the address that others call")
    func sameAddress() throws {
        let location = try plan(["--bus-location", "tcp://127.0.0.1:7404"], hosting: [.location])
        #expect(location.binds[.location]?.text == "tcp://127.0.0.1:7404")
    }

    @Test("Each replica has its own bind address, and other services know all replicas")
    func replicas() throws {
        let places = ["--bus-location", "tcp://a:7404,tcp://b:7404"]
        let edge = try plan(places, hosting: [.edge])
        #expect(edge.endpoints[.location]?.map(\.text) == ["tcp://a:7404", "tcp://b:7404"] && edge.usesTCP)
        let replica = try plan(places + ["--bus-bind", "tcp://0.0.0.0:7404"], hosting: [.location])
        #expect(replica.binds[.location]?.text == "tcp://0.0.0.0:7404")
        #expect { try plan(places, hosting: [.location]) } throws: {
            "\($0)".contains("bus.location names several replicas; set bus.bind")
        }
    }

    @Test(
        "Addresses that the program does not use are refused",
        arguments: [["--bus-bind", "tcp://0.0.0.0:1"], ["--bus-location", "tcp://location:7404"]])
    func useless(_ arguments: [String]) {
        #expect(throws: StartError.self) { try plan(arguments, hosting: ServiceName.allCases) }
    }

    @Test(
        "A warning names a service that none of its addresses reaches",
        arguments: [
            ("tcp://0.0.0.0:7404", nil, false), ("tcp://0.0.0.0:7404", "tcp://a:7404", false),
            ("tcp://0.0.0.0:7404", "tcp://a:7405,tcp://b:7404", false), ("tcp://0.0.0.0:7409", "tcp://a:7404", true),
            ("tcp://0.0.0.0:7409", "tcp://a:7404,tcp://b:7404", true), ("ipc:///run/b", "ipc:///run/a", true),
            ("tcp://0.0.0.0:7404", "ipc:///run/a", true), ("ipc:///run/a", "ipc:///run/a", false),
        ] as [(String, String?, Bool)])
    func elsewhere(_ bind: String, _ places: String?, _ isOdd: Bool) throws {
        let arguments = ["--bus-bind", bind] + (places.map { ["--bus-location", $0] } ?? [])
        let warnings = try plan(arguments, hosting: [.location]).warnings
        #expect(warnings.count == (isOdd ? 1 : 0))
        #expect(warnings.allSatisfy { $0.hasPrefix("bus.bind is \(bind), but no address in bus.location") })
    }

    private func plan(_ arguments: [String], hosting hosted: [ServiceName]) throws -> BusPlan {
        try BusPlan(Settings.load(arguments: ["--data-dir", "/srv/d"] + arguments, environment: [:]), hosting: hosted)
    }
}
