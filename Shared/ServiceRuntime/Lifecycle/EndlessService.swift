import Models
import ServiceLifecycle

/// Runs a service, and turns an unexpected end into an error.
struct EndlessService: ServiceLifecycle.Service {
    struct Ended: Error, CustomStringConvertible {
        let service: String
        var description: String { "the \(service) service ended by itself, which is a defect" }
    }

    let service: any HostedService

    func run() async throws {
        try await service.run()
        // When the group shuts down, the service is expected to end.
        guard Task.isShuttingDownGracefully || Task.isCancelled else {
            throw Ended(service: type(of: service).name.description)
        }
    }
}
