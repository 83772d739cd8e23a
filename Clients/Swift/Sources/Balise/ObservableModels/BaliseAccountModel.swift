public import BaliseAPI
public import Observation

/// The signed-in user's account, for the screens of profile, password and erasure. The model needs iOS 17. On iOS 16,
/// write an `ObservableObject` that calls ``AccountsAPI`` in the same way.
@available(iOS 17, tvOS 17, watchOS 10, *)
@MainActor
@Observable
public final class BaliseAccountModel: AttemptingModel {
    /// The user's profile; nil before `load()` and after an erasure.
    public private(set) var user: BaliseUser?
    /// The requested erasure; nil if the user has requested none.
    public private(set) var erasure: RequestedErasure?
    /// The progress of the erasure; nil before `loadErasureStatus()`.
    public private(set) var erasureStatus: ErasureStatus?
    /// The last failure; nil after a success.
    public internal(set) var problem: BaliseError?
    /// Whether a call is running, for example to disable buttons.
    public internal(set) var isBusy = false

    @ObservationIgnored private let api: AccountsAPI

    /// Creates a model of a client's account.
    public init(_ client: BaliseClient) { api = client.accounts }

    /// Reads the profile. Call it after a sign-in.
    public func load() async {
        user = nil
        user = await attempt { () async throws(BaliseError) in try await api.profile() }
    }

    /// Forgets the profile after a sign-out. The erasure stays: without it, the user could not follow its progress.
    public func clear() {
        user = nil
        problem = nil
    }

    /// Changes the profile. Members that are nil stay as they are.
    /// - Returns: Whether the change succeeded; otherwise see ``problem``.
    @discardableResult
    public func update(_ change: UpdateProfileRequest) async -> Bool {
        let changed = await attempt { () async throws(BaliseError) in try await api.update(change) }
        if let changed { user = changed }
        return changed != nil
    }

    /// Changes the password, and ends the user's other sessions.
    /// - Returns: Whether the change succeeded; otherwise see ``problem``.
    @discardableResult
    public func changePassword(from current: SecretText, to new: SecretText) async -> Bool {
        await attempt { () async throws(BaliseError) in
            try await api.changePassword(from: current, to: new, endingOtherSessions: true)
        } != nil
    }

    /// Erases the account for good, and signs the user out. If ``problem`` is
    /// ``BaliseError/Code-swift.struct/signInTooOld``, the user must sign in again or give another proof.
    /// - Returns: Whether the erasure has begun; otherwise see ``problem``.
    @discardableResult
    public func erase(proof: IdentityProof) async -> Bool {
        let requested = await attempt { () async throws(BaliseError) in try await api.erase(proof: proof) }
        guard let requested else { return false }
        erasure = requested
        erasureStatus = nil
        user = nil
        return true
    }

    /// Forgets the erasure, when the user has dismissed it.
    public func forgetErasure() {
        erasure = nil
        erasureStatus = nil
        problem = nil
    }

    /// Reads the progress of the erasure.
    public func loadErasureStatus() async {
        guard let erasure else { return }
        let status = await attempt { () async throws(BaliseError) in try await api.erasure(erasure) }
        if let status { erasureStatus = status }
    }
}
