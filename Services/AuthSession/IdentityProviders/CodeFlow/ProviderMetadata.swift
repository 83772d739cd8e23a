import Foundation
import Models
import ServiceRuntime
import Synchronization

/// A discovery document's part for sign-ins by code (OpenID Connect Discovery 1.0, section 3; RFC 9207, section 3).
struct ProviderMetadata: Sendable {
    let authorizationEndpoint: URL
    let tokenEndpoint: URL
    let userInfoEndpoint: URL?
    let clientAuthentication: ClientAuthentication
    /// Whether each answer of the provider contains its issuer (`iss`).
    let namesIssuer: Bool

    /// Reads a discovery document.
    /// - Parameter document: The document's address. The addresses in it must be as secure as this address.
    init(_ json: Data, of issuer: String, at document: URL) throws(ProviderSignInFailure) {
        guard let members = try? JSONDecoder().decode(Members.self, from: json) else {
            throw .malformed("the discovery document is no JSON object with issuer and both endpoints")
        }
        // Otherwise one issuer could speak for another (OpenID Connect Discovery 1.0, section 4.3).
        guard members.issuer == issuer else { throw .malformed("the discovery document is that of another issuer") }
        guard let authorization = ProviderMetadata.endpoint(members.authorization_endpoint, document),
            let token = ProviderMetadata.endpoint(members.token_endpoint, document)
        else { throw .malformed("the discovery document names an address that cannot be trusted") }
        authorizationEndpoint = authorization
        tokenEndpoint = token
        userInfoEndpoint = try members.userinfo_endpoint.map { text throws(ProviderSignInFailure) -> URL in
            guard let place = ProviderMetadata.endpoint(text, document) else {
                throw .malformed("the discovery document names an address that cannot be trusted")
            }
            return place
        }
        clientAuthentication = ClientAuthentication(members.token_endpoint_auth_methods_supported)
        namesIssuer = members.authorization_response_iss_parameter_supported ?? false
    }

    private static func endpoint(_ text: String, _ document: URL) -> URL? {
        URL(text, trustedIn: document).flatMap { $0.fragment == nil ? $0 : nil }
    }

    private struct Members: Decodable {
        let issuer: String
        let authorization_endpoint: String
        let token_endpoint: String
        let userinfo_endpoint: String?
        let token_endpoint_auth_methods_supported: [String]?
        let authorization_response_iss_parameter_supported: Bool?
    }
}

/// The form of a client secret at a token endpoint (OpenID Connect Core 1.0, section 9).
enum ClientAuthentication: Hashable, Sendable {
    /// The secret is in the header, which is the default.
    case basic
    case post
    case other(String)

    init(_ supported: [String]?) {
        guard let supported, !supported.isEmpty, !supported.contains("client_secret_basic") else {
            self = .basic
            return
        }
        let words = supported.map { ProviderWord($0).text }.joined(separator: ", ")
        self = supported.contains("client_secret_post") ? .post : .other(words)
    }
}

/// Reads the addresses of a provider, and keeps them for an hour.
final class ProviderAddresses: Sendable {
    private let issuer: String
    private let document: URL
    private let client: ProviderClient
    private let clock: any WallClock
    private let kept = Mutex<(metadata: ProviderMetadata, end: UnixTime)?>(nil)
    private let failed = Mutex<(failure: ProviderSignInFailure, end: UnixTime)?>(nil)

    private static let lifetime: Int64 = 3600
    /// The pause after a failed reading, in seconds, for all sign-ins together.
    private static let pause: Int64 = 5

    init(of issuer: String, at document: URL, through client: ProviderClient, clock: any WallClock) {
        (self.issuer, self.document, self.client, self.clock) = (issuer, document, client, clock)
    }

    /// Returns the current addresses. If they cannot be read again, the old addresses stay in use.
    func metadata() async throws(ProviderSignInFailure) -> ProviderMetadata {
        let known = kept.withLock { $0 }
        if let known, known.end > clock.now() { return known.metadata }
        if let failed = failed.withLock({ $0 }), failed.end > clock.now() {
            guard let known else { throw failed.failure }
            return known.metadata
        }
        do throws(ProviderSignInFailure) {
            let metadata = try await read()
            kept.withLock { $0 = (metadata, clock.now().adding(seconds: ProviderAddresses.lifetime)) }
            return metadata
        } catch {
            failed.withLock { $0 = (error, clock.now().adding(seconds: ProviderAddresses.pause)) }
            guard let known else { throw error }
            return known.metadata
        }
    }

    private func read() async throws(ProviderSignInFailure) -> ProviderMetadata {
        let answer: ProviderClient.Answer
        do throws(ProviderClient.Failure) { answer = try await client.get(document) } catch {
            throw .unreachable("the discovery document: \(error)")
        }
        guard answer.status == 200 else { throw .unreachable("the discovery document has the status \(answer.status)") }
        return try ProviderMetadata(answer.body, of: issuer, at: document)
    }
}
