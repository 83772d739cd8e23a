// What is kept of how handsets are reached.

import Models

/// Keeps push tokens. One method is one transaction; one that returns after a change has it on disk.
///
/// - Throws: `PushStoreError`, all methods.
protocol TokenStore: Sendable {
    /// Keeps a token, or what is new about one. From another account it moves here under another id, and what waited for it there
    /// is suppressed. The former token of the same handset gives way, and what waited for it goes to the new one.
    ///
    /// - Parameter id: the id of a token that was not there.
    func register(
        _ registration: Registration, as id: PushTokenID, at now: UnixTime
    ) async throws(PushStoreError) -> RegisteredToken

    /// The tokens of an account, the last registered first.
    func tokens(of account: AccountID) throws(PushStoreError) -> [PushToken]

    /// Mutes a token and the others of its handset, or ends that; nil when the account has no such token.
    func mute(
        _ token: PushTokenID, of account: AccountID, _ isMuted: Bool
    ) async throws(PushStoreError) -> PushToken?

    /// Removes tokens of an account and suppresses what waited for them. Gives how many there were.
    func remove(
        _ which: PushTokenChoice, of account: AccountID, at now: UnixTime
    ) async throws(PushStoreError) -> Int

    /// Removes tokens that have not been registered again since a moment, at most so many.
    func removeTokens(
        silentSince moment: UnixTime, limit: Int, at now: UnixTime
    ) async throws(PushStoreError)
}

/// A token after its registration.
struct RegisteredToken: Sendable {
    var token: PushToken
    /// False when the account had it before.
    var isNew: Bool
}
