@testable import ServiceRuntime

/// A program whose words a test can read.
final class TestProgram: Sendable {
    private let said = Mutex<[String]>([])
    private let complaints = Mutex<[String]>([])
    private let asked = Mutex<[String]>([])
    private let name: String
    private let confirms: Bool?
    private let services: [any HostedService.Type]

    /// - Parameter confirms: The answer to questions; nil without a terminal.
    init(name: String = "toy", services: [any HostedService.Type] = [], confirms: Bool? = nil) {
        self.name = name
        self.confirms = confirms
        self.services = services
    }

    var program: ServiceProgram {
        ServiceProgram(
            name: name, services: services, settings: .balise, say: { line in self.said.withLock { $0.append(line) } },
            complain: { line in self.complaints.withLock { $0.append(line) } },
            ask: { question in
                guard let confirms = self.confirms else { return nil }
                self.asked.withLock { $0.append(question) }
                return confirms
            })
    }

    /// The questions, output and complaints so far.
    var questions: [String] { asked.withLock { $0 } }
    var output: String { said.withLock { $0.joined(separator: "\n") } }
    var complaint: String { complaints.withLock { $0.joined(separator: "\n") } }
}
