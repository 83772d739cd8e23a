// A program whose words a test can read.

import Synchronization

@testable import ServiceRuntime

/// A program whose words a test can read.
final class TestProgram: Sendable {
    private let said = Mutex<[String]>([])
    private let complaints = Mutex<[String]>([])
    private let name: String
    private let services: [any HostedService.Type]

    init(name: String = "toy", services: [any HostedService.Type] = []) {
        self.name = name
        self.services = services
    }

    var program: ServiceProgram {
        ServiceProgram(
            name: name, services: services, say: { line in self.said.withLock { $0.append(line) } },
            complain: { line in self.complaints.withLock { $0.append(line) } })
    }

    /// What it said, and what it complained about.
    var output: String { said.withLock { $0.joined(separator: "\n") } }
    var complaint: String { complaints.withLock { $0.joined(separator: "\n") } }
}
