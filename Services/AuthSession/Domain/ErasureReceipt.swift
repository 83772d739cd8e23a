import Foundation
import Models

/// The claims of a receipt (RFC 7519, section 4); times are in whole seconds. Users may show a receipt to others: by
/// its salted hash, a reader who knows the account's id can verify it, and no other reader learns the account.
struct ErasureReceipt: Encodable, Hashable, Sendable {
    let issuer: String
    /// The time at which the erasure was complete. A later receipt describes that moment, too.
    let issuedAt: Int64
    let erasure: ErasureID
    let subject: String
    let askedAt: Int64
    let completedAt: Int64
    /// The time until which lists of erasures may contain the account's former id. They contain nothing else of it.
    let idUntil: Int64
    let backups: Backups
    let services: [Service]

    struct Backups: Encodable, Hashable, Sendable {
        let isStated: Bool
        /// The time until which backups may contain the erased data; nil if the operator has not stated it.
        let until: Int64?

        enum CodingKeys: String, CodingKey {
            case isStated = "stated"
            case until
        }
    }

    struct Service: Encodable, Hashable, Sendable {
        let name: String
        let confirmedAt: Int64
        let tables: [Table]

        enum CodingKeys: String, CodingKey {
            case name
            case confirmedAt = "confirmed_at"
            case tables
        }
    }

    struct Table: Encodable, Hashable, Sendable {
        let name: String
        let rows: Int64
        /// The time at which the last rows are deleted, if rows stay for a while without the user's data; else nil.
        let goneBy: Int64?

        enum CodingKeys: String, CodingKey {
            case name, rows
            case goneBy = "gone_by"
        }
    }

    enum CodingKeys: String, CodingKey {
        case issuer = "iss"
        case issuedAt = "iat"
        case erasure = "jti"
        case subject = "sub"
        case askedAt = "asked_at"
        case completedAt = "completed_at"
        case idUntil = "id_until"
        case backups, services
    }
}

extension ErasureReceipt {
    /// Makes the claims; nil until the erasure is complete. `backupsKept` is in seconds; nil without a statement.
    init?(_ erasure: Erasure, issuer: String, backupsKept: Int64?) {
        guard let completed = erasure.completedAt else { return nil }
        self.issuer = issuer
        issuedAt = completed.wholeSeconds
        self.erasure = erasure.id
        subject = erasure.subject
        askedAt = erasure.askedAt.wholeSeconds
        completedAt = completed.wholeSeconds
        idUntil = completed.adding(seconds: SessionLimits.erasedKnownFor).wholeSeconds
        backups = Backups(
            isStated: backupsKept != nil, until: backupsKept.map { completed.adding(seconds: $0).wholeSeconds })
        services = erasure.confirmed.map { confirmation in
            Service(
                name: confirmation.service.description, confirmedAt: confirmation.at.wholeSeconds,
                tables: confirmation.tables.map {
                    Table(name: $0.name, rows: $0.rows, goneBy: $0.goneBy?.wholeSeconds)
                })
        }
    }
}

extension UnixTime {
    fileprivate var wholeSeconds: Int64 { rawValue / 1000 }
}
