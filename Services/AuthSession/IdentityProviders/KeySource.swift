import Foundation
import Logging
import Models
import ServiceRuntime
import ServiceSettings
import Synchronization

/// Reads an issuer's keys from a configured address or from the address in the discovery document.
struct KeySource: Sendable {
    let issuer: String
    let place: IssuerSettings.Keys
    let client: ProviderClient

    struct Failure: Error, CustomStringConvertible {
        let description: String
    }

    /// Returns the keys, and how long they are fresh, in seconds.
    func read() async throws -> (keys: KeySet, lifetime: Int64) {
        let answer = try await answer(from: try await address())
        return (try KeySet(json: answer.body), KeySetAge.lifetime(cacheControl: answer.cacheControl))
    }

    /// Returns the address of the keys. The document is read again with the keys, which may have moved.
    private func address() async throws -> URL {
        let document: URL
        switch place {
        case .set(let url): return url
        case .discovery(let url): document = url
        }
        let body = try await answer(from: document).body
        guard let metadata = try? JSONDecoder().decode(Metadata.self, from: body) else {
            throw Failure(description: "the discovery document is no JSON object with issuer and jwks_uri")
        }
        // Otherwise one issuer could speak for another (OpenID Connect Discovery 1.0, section 4.3).
        guard metadata.issuer == issuer else {
            throw Failure(description: "the discovery document is that of another issuer")
        }
        guard let keys = URL(metadata.jwks_uri, trustedIn: document) else {
            throw Failure(description: "the discovery document has its keys at a place that cannot be trusted")
        }
        return keys
    }

    private func answer(from url: URL) async throws -> ProviderClient.Answer {
        do {
            let answer = try await client.get(url)
            guard answer.status == 200 else { throw Failure(description: "the status is \(answer.status)") }
            return answer
        } catch {
            // The server's name lets an operator find the cause.
            throw Failure(description: "\(url.server): \(error)")
        }
    }

    private struct Metadata: Decodable {
        let issuer: String
        let jwks_uri: String
    }
}

extension URL {
    /// Takes a discovery document's address; nil unless it uses TLS, or is as secure as the document and on its host.
    init?(_ text: String, trustedIn document: URL) {
        self.init(string: text)
        guard let scheme = scheme?.lowercased(), host != nil,
            scheme == "https" || (scheme == document.scheme?.lowercased() && host == document.host)
        else { return nil }
    }

    /// The server in the address. The path is left out, because it may contain private data.
    fileprivate var server: String {
        "\(scheme ?? "")://\(host ?? "")" + (port.map { ":\($0)" } ?? "")
    }
}

extension TokenVerifier {
    init(
        _ issuer: TrustedIssuer, keys place: IssuerSettings.Keys, through client: ProviderClient,
        _ environment: ServiceEnvironment, metrics: SessionMetrics
    ) {
        let logger = environment.logger
        let source = KeySource(issuer: issuer.name, place: place, client: client)
        let label = issuer.label
        let readings = KeyReadings(of: label, in: environment.readiness)
        source.add(to: environment.readiness, of: label, environment.clock, noting: readings)
        let keys = KeySetCache(clock: environment.clock, read: source.read) { failure in
            readings.record(failure)
            metrics.count(SessionMetrics.keyReadings, of: label, isSuccess: failure == nil)
            guard let failure else { return }
            logger.warning(
                "the keys of an identity provider cannot be read",
                metadata: ["event": "issuer-unreachable", "issuer": .string(label), "cause": .failure(failure)])
        }
        self.init(issuer: issuer, keys: keys, clock: environment.clock) { isGenuine in
            metrics.count(SessionMetrics.verifications, of: label, isSuccess: isGenuine)
        }
    }
}

final class KeyReadings: Sendable {
    private enum State {
        case unknown
        case read
        case failed(String)
    }

    private let state = Mutex(State.unknown)

    /// Logs and counts the readings. `label` is the operator's name for the provider.
    init(of label: String, in readiness: Readiness) {
        readiness.add("identity-provider", of: label) { [weak self] in
            switch self?.state.withLock({ $0 }) {
            case .read: return .ok("its keys were read")
            case .failed(let failure):
                return .warning(
                    "the keys of the identity provider \(label) could not be read the last time: \(failure)",
                    "check its address in the settings, and the network of this machine")
            case .unknown, nil: return .unknown("its keys were not read yet, or not since a trial failed")
            }
        }
    }

    func record(_ failure: (any Error)?) {
        state.withLock { $0 = failure.map { State.failed("\($0)") } ?? .read }
    }

    /// Records the outcome of a trial. A trial that fails has a check of its own, so here the state becomes unknown.
    func recordTrial(succeeded: Bool) {
        state.withLock { state in
            if case .failed = state, !succeeded { return }
            state = succeeded ? .read : .unknown
        }
    }
}

extension KeySource {
    /// Adds a check that reads the keys, and compares the clock of this machine with that of the provider's web server.
    fileprivate func add(
        to readiness: Readiness, of label: String, _ clock: any WallClock, noting readings: KeyReadings
    ) {
        readiness.add("identity-provider-now", of: label, .remote) {
            do {
                _ = try await read()
                readings.recordTrial(succeeded: true)
                return .ok("its keys can be read")
            } catch {
                readings.recordTrial(succeeded: false)
                return .warning(
                    "its keys cannot be read: \(error)",
                    "check the provider's address in the settings, and the network of this machine")
            }
        }
        readiness.add("clock", of: label, .remote) { await clockFinding(clock) }
    }

    private func clockFinding(_ clock: any WallClock) async -> HealthFinding {
        let url =
            switch place {
            case .set(let url), .discovery(let url): url
            }
        guard let answer = try? await client.get(url) else { return .unknown("the identity provider does not answer") }
        return HTTPDate.compare(answer.header("Date"), age: answer.header("Age"), with: clock.now())
    }
}
