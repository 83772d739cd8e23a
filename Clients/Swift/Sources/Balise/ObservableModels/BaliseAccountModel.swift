// The account of the person who is signed in, for views of SwiftUI to follow.

public import BaliseAPI
public import Observation

/// The account of the person who is signed in, until its end: what the screens of the profile, the password and the erasure
/// show.
///
/// It needs iOS 17. On iOS 16 an `ObservableObject` of the app calls ``AccountsAPI`` in the same way and publishes what it
/// answers; on iOS 15 the SDK does not run.
@available(iOS 17, tvOS 17, watchOS 10, *)
@MainActor
@Observable
public final class BaliseAccountModel: AttemptingModel {
    /// What the account says about its person; nil until it was read, and after the end.
    public private(set) var user: BaliseUser?
    /// The erasure that the person has asked for; nil until they have.
    public private(set) var erasure: RequestedErasure?
    /// How the erasure stands; nil until somebody looked.
    public private(set) var erasureStatus: ErasureStatus?
    /// Why the last thing that was asked for did not succeed; nil when it did.
    public internal(set) var problem: BaliseError?
    /// Whether something is under way, so that a button can wait.
    public internal(set) var isBusy = false

    @ObservationIgnored private let api: AccountsAPI

    /// A model of a client's account.
    public init(_ client: BaliseClient) { api = client.accounts }

    /// Reads what the account says. Call it when somebody has signed in.
    public func load() async {
        user = nil
        user = await attempt { () async throws(BaliseError) in try await api.profile() }
    }

    /// Forgets what was read, as when the person has signed out. The erasure stays, since its person has no other way to
    /// follow it.
    public func clear() {
        user = nil
        problem = nil
    }

    /// Changes what the account says; what is nil stays.
    ///
    /// - Returns: Whether it succeeded; otherwise ``problem`` says why.
    @discardableResult
    public func update(_ change: UpdateProfileRequest) async -> Bool {
        let changed = await attempt { () async throws(BaliseError) in try await api.update(change) }
        if let changed { user = changed }
        return changed != nil
    }

    /// Changes the password, and signs the person out everywhere else.
    ///
    /// - Returns: Whether it succeeded; otherwise ``problem`` says why.
    @discardableResult
    public func changePassword(from current: SecretString, to new: SecretString) async -> Bool {
        await attempt { () async throws(BaliseError) in
            try await api.changePassword(from: current, to: new, endingOtherSessions: true)
        } != nil
    }

    /// Erases the account for good, and signs out.
    ///
    /// ``BaliseError/Code-swift.struct/signInTooOld`` among the problems means that the person has to show once more who
    /// they are.
    ///
    /// - Returns: Whether it has begun; otherwise ``problem`` says why.
    @discardableResult
    public func erase(proof: ErasureProof) async -> Bool {
        let requested = await attempt { () async throws(BaliseError) in try await api.erase(proof: proof) }
        guard let requested else { return false }
        erasure = requested
        erasureStatus = nil
        user = nil
        return true
    }

    /// Forgets the erasure, when the person has seen enough of it.
    public func forgetErasure() {
        erasure = nil
        erasureStatus = nil
        problem = nil
    }

    /// Looks how the erasure stands.
    public func loadErasureStatus() async {
        guard let erasure else { return }
        let status = await attempt { () async throws(BaliseError) in try await api.erasure(erasure) }
        if let status { erasureStatus = status }
    }
}
