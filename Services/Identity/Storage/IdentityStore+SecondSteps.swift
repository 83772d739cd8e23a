import Crypto
import Foundation
import Models
import Storage

struct TriedSecondStep: Sendable {
    let account: AccountID
    /// The encrypted secret of the authenticator app.
    let sealed: [UInt8]
}

/// The second step that a user has shown: the time step of an app's code, or the hash of a recovery code.
enum ShownSecondStep: Sendable {
    case step(Int64)
    case recoveryCode([UInt8])
}

extension IdentityStore {
    /// Stores a secret that waits for its first code. Refuses if a second step exists or the session has ended.
    func beginTOTP(
        _ account: AccountID, _ sealed: [UInt8], signedInAt: UnixTime?, in session: SessionID? = nil, at now: UnixTime
    ) async throws(IdentityStoreError) -> AccountProfile {
        try await write(on: .account(account)) { connection in
            let row = try active(account, signedInAt: signedInAt, in: session, connection)
            guard try !connection.totps.counts(row.number) else { throw Refusal.secondStepExists }
            try connection.totps.begin(sealed, of: row.number, at: now)
            return row.profile
        }
    }

    /// Counts a try of the confirming code, and returns the secret.
    func tryConfirmation(
        of account: AccountID, signedInAt: UnixTime?, in session: SessionID? = nil, at now: UnixTime
    ) async throws(IdentityStoreError) -> TriedSecondStep {
        try await write(on: .account(account)) { connection in
            let row = try active(account, signedInAt: signedInAt, in: session, connection)
            let kept = try unconfirmed(row.number, at: now, connection)
            try countTry(kept, ofRecovery: false, of: row.number, at: now, connection)
            return TriedSecondStep(account: account, sealed: kept.sealed)
        }
    }

    /// Activates the second step. Refuses if it is already active, or if the secret was replaced or the session has
    /// ended since the try. `step`, the time step of the code, cannot be used again.
    func confirmTOTP(
        _ tried: TriedSecondStep, step: Int64, recoveryCodes: [[UInt8]], signedInAt: UnixTime?,
        in session: SessionID? = nil, at now: UnixTime
    ) async throws(IdentityStoreError) {
        try await write(on: .account(tried.account)) { connection in
            let row = try active(tried.account, signedInAt: signedInAt, in: session, connection)
            guard try unconfirmed(row.number, at: now, connection).sealed == tried.sealed else {
                throw Refusal.noSecondStepBegun
            }
            try connection.totps.use(step, of: row.number, at: now)
            try connection.recoveryCodes.replace(recoveryCodes, of: row.number)
        }
    }

    func getSecondStep(_ account: AccountID) async throws(IdentityStoreError) -> SecondStepStatus {
        try await read { connection in
            let row = try active(account, connection)
            guard let kept = try connection.totps.find(row.number), kept.confirmedAt != nil else {
                return SecondStepStatus()
            }
            return SecondStepStatus(
                confirmedAt: kept.confirmedAt, lastUsedAt: kept.lastUsedAt,
                recoveryCodesLeft: try connection.recoveryCodes.count(of: row.number))
        }
    }

    /// Removes the second step. Refuses for the same reasons as `beginExport`. Returns whether it was active.
    func removeTOTP(
        _ account: AccountID, by person: ProvenPerson?, proof: CheckedProof?, at now: UnixTime
    ) async throws(IdentityStoreError) -> Bool {
        try await write(on: .account(account)) { connection in
            let row = try present(of: account, by: person, proof: proof, at: now, connection)
            return try connection.totps.delete(of: row.number)
        }
    }

    /// Replaces all recovery codes. Refuses for the same reasons as `beginExport`, and without a second step.
    func renewRecoveryCodes(
        _ account: AccountID, by person: ProvenPerson, proof: CheckedProof?, _ hashes: [[UInt8]],
        at now: UnixTime
    ) async throws(IdentityStoreError) {
        try await write(on: .account(account)) { connection in
            let row = try present(of: account, by: person, proof: proof, at: now, connection)
            guard try connection.totps.counts(row.number) else { throw Refusal.noSecondStep }
            try connection.recoveryCodes.replace(hashes, of: row.number)
        }
    }

    /// Counts a try, and returns the secret. Refuses if the first step is no longer valid, and after too many tries.
    func trySecondStep(
        _ request: VerifySecondStep, at now: UnixTime
    ) async throws(IdentityStoreError) -> TriedSecondStep {
        try await write(on: .account(request.account)) { connection in
            let row = try firstStepTaken(request, connection)
            let kept = try confirmed(row.number, connection)
            try countTry(kept, ofRecovery: request.recoveryCode != nil, of: row.number, at: now, connection)
            return TriedSecondStep(account: request.account, sealed: kept.sealed)
        }
    }

    /// Stores a sign-in with both steps. Refuses if the account has changed since the try was counted, or the code was
    /// used before. Also returns whether an erasure was cancelled.
    func takeSecondStep(
        _ shown: ShownSecondStep, _ request: VerifySecondStep, tried: TriedSecondStep, login: LoginRecord,
        from network: SeenNetwork?, at now: UnixTime
    ) async throws(IdentityStoreError) -> RecognisedAccount {
        // The write is in the common partition, because cancelling an erasure changes the feed.
        try await write { connection in
            var row = try firstStepTaken(request, connection)
            let kept = try confirmed(row.number, connection)
            switch shown {
            case .step(let step):
                guard kept.sealed == tried.sealed else { throw Refusal.secondStep(.notSetUp) }
                if let last = kept.lastStep, step <= last { throw Refusal.secondStep(.spent) }
                try connection.totps.use(step, of: row.number, at: now)
            case .recoveryCode(let hash):
                guard try connection.recoveryCodes.use(hash, of: row.number) else {
                    throw Refusal.secondStep(.recoveryCode)
                }
                try connection.totps.forgiveRecovery(of: row.number)
            }
            let hasCancelled = try admit(&row, cancelsErasure: request.cancelsErasure ?? false, at: now, connection)
            let verified = try recognise(&row, login: login, from: network, at: now, connection)
            return RecognisedAccount(verified: verified, hasCancelledErasure: hasCancelled)
        }
    }

    /// Stores a sign-in by any method. If the account has a second step and the method requires it, stores nothing,
    /// because one step does not identify the user. `firstStep` is nil for a method without a second step. Updates
    /// `row`.
    func recognise(
        _ row: inout AccountRow, takingOnly firstStep: FirstStep? = nil, login: LoginRecord, from network: SeenNetwork?,
        at now: UnixTime, _ connection: Connection
    ) throws -> VerifiedAccount {
        row.moments.recognise(at: now)
        if let firstStep, try connection.totps.counts(row.number) {
            // After a change of the password or address, no earlier first step is valid, whatever its method.
            let generation = try connection.passwords.find(row.id)?.generation
            return VerifiedAccount(
                profile: row.profile, verifiedAt: row.moments.verifiedAt,
                firstStep: FirstStep(
                    passwordGeneration: firstStep.passwordGeneration ?? generation,
                    addressMark: row.profile.addressMark))
        }
        row.profile.lastLogin = login
        row.profile.lastLogin.at = row.moments.verifiedAt
        try connection.accounts.updateLogin(row)
        if let network { try connection.knownNetworks.insert(network, of: row.number, at: now) }
        return VerifiedAccount(profile: row.profile, verifiedAt: row.moments.verifiedAt)
    }

    func takesSecondStep(_ account: AccountID) async throws(IdentityStoreError) -> Bool {
        try await read { connection in
            guard let row = try connection.accounts.find(account) else { return false }
            return try connection.totps.counts(row.number)
        }
    }

    /// Returns the account of a user. Refuses if it is not active or the session has ended.
    func active(
        _ account: AccountID, signedInAt: UnixTime?, in session: SessionID?, _ connection: Connection
    ) throws -> AccountRow {
        let row = try active(account, connection)
        if let signedInAt, row.moments.hasEnded(session, signedInAt: signedInAt) { throw Refusal.sessionOutdated }
        return row
    }

    /// Returns the account after a first step. It may wait for its erasure, which the second step can cancel.
    private func firstStepTaken(_ request: VerifySecondStep, _ connection: Connection) throws -> AccountRow {
        guard let row = try connection.accounts.find(request.account) else { throw Refusal.secondStep(.session) }
        if row.moments.hasEnded(nil, signedInAt: request.verifiedAt) { throw Refusal.secondStep(.session) }
        if let generation = request.firstStep.passwordGeneration {
            guard try connection.passwords.find(request.account)?.generation == generation else {
                throw Refusal.secondStep(.password)
            }
        }
        if let mark = request.firstStep.addressMark, mark != row.profile.addressMark {
            throw Refusal.secondStep(.address)
        }
        if row.profile.status != .active, row.profile.erasesAt == nil { throw Refusal.secondStep(.disabled) }
        return row
    }

    private func confirmed(_ number: Int64, _ connection: Connection) throws -> KeptTOTP {
        guard let kept = try connection.totps.find(number), kept.confirmedAt != nil else {
            throw Refusal.secondStep(.notSetUp)
        }
        return kept
    }

    private func unconfirmed(_ number: Int64, at now: UnixTime, _ connection: Connection) throws -> KeptTOTP {
        guard let kept = try connection.totps.find(number) else { throw Refusal.noSecondStepBegun }
        guard kept.confirmedAt == nil else { throw Refusal.secondStepExists }
        guard kept.createdAt.adding(seconds: KeptTOTP.confirmationSeconds) > now else {
            throw Refusal.noSecondStepBegun
        }
        return kept
    }

    private func countTry(
        _ kept: KeptTOTP, ofRecovery: Bool, of number: Int64, at now: UnixTime, _ connection: Connection
    ) throws {
        var tries = ofRecovery ? kept.recoveryTries : kept.codeTries
        if let wait = tries.wait(at: now) { throw Refusal.secondStepWaits(seconds: wait) }
        tries.count(at: now)
        try connection.totps.countTry(tries, ofRecovery: ofRecovery, of: number)
    }
}

extension AccountProfile {
    /// A mark of the current address, which is the same for upper and lower case. It does not reveal the address.
    fileprivate var addressMark: [UInt8] {
        let address = names.email.flatMap { LoginKey($0.value) }?.folded.value ?? ""
        return Array(SHA256.hash(data: Data("\(account.text)\n\(address)".utf8)).prefix(16))
    }
}
