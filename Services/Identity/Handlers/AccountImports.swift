import Crypto
import Foundation
import Logging
import Models
import ServiceRuntime

extension IdentityContext {
    func beginAccountImport(
        _ request: BeginAccountImport, _ context: MessageContext
    ) async throws -> BeginAccountImport.Reply {
        try check(request.source)
        let token = SecretText(opaqueIDText(random(16)))
        try await store.beginImport(token.importDigest, from: request.source, at: now)
        logger.following(context).notice(
            "an import of accounts begins", metadata: ["source": "\(request.source.rawValue)"])
        return BeginAccountImport.Reply(token: token)
    }

    func importAccounts(_ request: ImportAccounts, _ context: MessageContext) async throws -> ImportedAccounts {
        let candidates = try candidates(request.users, from: request.source)
        let results = try await store.importAccounts(
            candidates, from: request.source, in: request.token.importDigest, at: now)
        metrics.countImports(results.count(where: { $0.outcome == .made }))
        return ImportedAccounts(results: results)
    }

    func previewAccountImport(
        _ request: PreviewAccountImport, _ context: MessageContext
    ) async throws -> ImportedAccounts {
        let candidates = try candidates(request.users, from: request.source)
        return ImportedAccounts(results: try await store.previewImport(candidates, from: request.source))
    }

    func endAccountImport(_ request: EndAccountImport, _ context: MessageContext) async throws -> AccountImportCounts {
        let counts = try await store.endImport(request.token.importDigest, at: now)
        logger.following(context).notice(
            "an import of accounts has ended",
            metadata: [
                "made": "\(counts.made)", "known": "\(counts.known)", "refused": "\(counts.refused)",
            ])
        return counts
    }

    private func candidates(_ users: [ImportedUser], from source: ImportSource) throws -> [ImportCandidate] {
        try check(source)
        guard ImportAccounts.limits.contains(users.count) else {
            throw ServiceError(
                .invalidRequest, "a portion has 1 to \(ImportAccounts.limits.upperBound) users", field: "users")
        }
        let rules = ImportRules(secret: codeSecret, derivedNames: derivedNames)
        do { return try users.map { try ImportCandidate($0, from: source, rules: rules) } } catch {
            throw ServiceError(.unavailable, "\(error)")
        }
    }

    private func check(_ source: ImportSource) throws(ServiceError) {
        guard !ImportSource.allCases.contains(source) else { return }
        let known = ImportSource.allCases.map(\.rawValue).joined(separator: ", ")
        throw ServiceError(.invalidRequest, "the source is one of \(known)", field: "source")
    }
}

extension SecretText {
    fileprivate var importDigest: [UInt8] { Array(SHA256.hash(data: Data(value.utf8))) }
}
