@testable import ServiceRuntime

@Suite("The names of a program") struct ProgramNameTests {
    @Test(
        "Called by the name of one of its services, it is the program of that service alone",
        arguments: [
            ("location", "location", [.location]),
            ("/opt/balise/edge", "edge", [.edge]),
            ("balise", "balise", [.location, .edge]),
            ("./edge/balise-0.1.0", "balise", [.location, .edge]),
            // A service that it does not host.
            ("push", "balise", [.location, .edge]),
            ("", "balise", [.location, .edge]),
        ] as [(String, String, [ServiceName])])
    func called(_ path: String, _ name: String, _ services: [ServiceName]) {
        let program = TestProgram(name: "balise", services: [ToyLocation.self, ToyEdge.self]).program.called(path)
        #expect(program.name == name)
        #expect(program.services.map { $0.name } == services)
    }
}
