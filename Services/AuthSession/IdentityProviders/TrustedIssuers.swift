import Crypto
import Foundation
import Logging
import Models
import ServiceRuntime
import ServiceSettings
import Synchronization

struct RefusedToken: Error {
    let reason: TokenRefusal
    /// The operator's name of the issuer; nil if the token names no trusted issuer.
    let issuer: String?
}

/// The trusted identity providers. A token is verified once, even for parallel and repeated requests. The result is
/// kept until the token expires or its issuer withdraws the key.
final class TrustedIssuers: Sendable {
    static let capacity = 10_000

    private struct Member: Sendable {
        let settings: IssuerSettings
        let verifier: TokenVerifier
    }

    private struct Verified: Sendable {
        let token: IssuedToken
        let keyID: String?
        let key: VerificationKey
        let algorithm: TokenAlgorithm
    }

    private struct State {
        var verified = BoundedTable<[UInt8], Verified>(capacity: TrustedIssuers.capacity)
        var pending: [[UInt8]: Task<Verified, any Error>] = [:]
    }

    /// The providers by the `iss` of their tokens.
    private let members: [String: Member]
    private let clock: any WallClock
    private let state = Mutex(State())

    init?(_ environment: ServiceEnvironment, through client: ProviderClient, metrics: SessionMetrics) {
        guard !environment.settings.issuers.isEmpty else { return nil }
        let clock = environment.clock
        self.clock = clock
        members = Dictionary(
            environment.settings.issuers.map { settings in
                let issuer = TrustedIssuer(
                    name: settings.issuer, label: settings.name, tenants: settings.tenants,
                    audiences: Set(settings.audiences), clientID: settings.signIn?.clientID,
                    algorithms: Set(settings.algorithms))
                let verifier = TokenVerifier(
                    issuer, keys: settings.keys, through: client, environment, metrics: metrics)
                return (settings.issuer, Member(settings: settings, verifier: verifier))
            }, uniquingKeysWith: { first, _ in first })
    }

    var names: Set<String> { Set(members.keys) }

    func verifier(of issuer: String) -> TokenVerifier? { members[issuer]?.verifier }

    /// Whether the operator trusts the provider's second step. `origin` names the issuer of the settings; the user's
    /// own issuer may be that of a tenant.
    func trustsSecondStep(of vouched: VouchedSignIn) -> Bool {
        members[vouched.origin.issuer]?.settings.trustsSecondStep ?? false
    }

    /// Verifies a credential. Each client network (`source`) may start one reading of the issuer's keys a minute.
    /// Throws `RefusedToken`, and `IssuerUnreachable` if the key is unknown and the issuer cannot be asked now.
    func credential(_ text: SecretText, source: String) async throws -> IssuedToken {
        guard text.value.utf8.count <= TrustedIssuer.maximumTokenLength else {
            throw RefusedToken(reason: .malformed, issuer: nil)
        }
        let digest = Array(SHA256.hash(data: Data(text.value.utf8)))
        if let verified = state.withLock({ $0.verified[digest] }) {
            let token = verified.token
            if token.end > clock.now(), let member = members[token.issuer.issuer],
                let key = try? await member.verifier.keys.key(
                    verified.keyID, verified.algorithm, for: source),
                key.fingerprint == verified.key.fingerprint
            {
                return token
            }
            state.withLock { _ = $0.verified.remove(digest) }
        }
        let member = try member(of: text)
        do { return try await verification(of: text, digest, by: member, source).value.token } catch let refusal
            as TokenRefusal
        {
            throw RefusedToken(reason: refusal, issuer: member.settings.name)
        }
    }

    /// Returns the content of a logout token, with its `iss` and its expiry. Throws like `credential`.
    func logout(_ text: SecretText, source: String) async throws -> (
        logout: LogoutToken, issuer: IssuerSettings, iss: String, end: UnixTime
    ) {
        let member = try member(of: text)
        do {
            let token = try await member.verifier.verify(text, for: .logout, source: source)
            guard let end = token.claims.expiresAt, let iss = token.claims.issuer else { throw TokenRefusal.malformed }
            return (
                try LogoutToken(token.claims, json: token.json), member.settings, iss,
                end.adding(seconds: TrustedIssuer.leeway)
            )
        } catch let refusal as TokenRefusal {
            throw RefusedToken(reason: refusal, issuer: member.settings.name)
        }
    }

    /// Returns the provider that a token names. The unverified claim only selects the keys for verifying.
    private func member(of text: SecretText) throws(RefusedToken) -> Member {
        guard let token = SignedToken(text, maximumLength: TrustedIssuer.maximumTokenLength),
            let claims = try? JSONDecoder().decode(Naming.self, from: token.claims)
        else { throw RefusedToken(reason: .malformed, issuer: nil) }
        guard let iss = claims.iss,
            let member = members[iss] ?? members.values.first(where: { $0.verifier.issuer.tenant(in: iss) != nil })
        else { throw RefusedToken(reason: .issuer, issuer: nil) }
        return member
    }

    private struct Naming: Decodable {
        let iss: String?
    }

    /// Starts or joins a verification. It continues even if its callers no longer wait.
    private func verification(
        of text: SecretText, _ digest: [UInt8], by member: Member, _ source: String
    ) -> Task<Verified, any Error> {
        state.withLock { state in
            if let pending = state.pending[digest] { return pending }
            // The verification may have ended since the first look.
            if let verified = state.verified[digest] { return Task { verified } }
            let task = Task {
                let outcome: Result<Verified, any Error>
                do {
                    let token = try await member.verifier.verify(text, for: .credential, source: source)
                    outcome = .success(
                        Verified(
                            token: try IssuedToken(token, of: member.settings, digest: digest), keyID: token.keyID,
                            key: token.key, algorithm: token.algorithm))
                } catch {
                    outcome = .failure(error)
                }
                self.state.withLock { state in
                    state.pending[digest] = nil
                    if case .success(let verified) = outcome { state.verified.insert(verified, for: digest) }
                }
                return try outcome.get()
            }
            state.pending[digest] = task
            return task
        }
    }
}
