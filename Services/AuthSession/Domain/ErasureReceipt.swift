// What the receipt of an erasure says.

import Foundation
import Models

/// The claims of a receipt (RFC 7519, section 4). Moments are in whole seconds.
///
/// The receipt is its person's, who may show it to anybody. So it names the account by a salted hash: whoever knows the
/// account's id can check that it is about that one, and nobody else learns who it was.
struct ErasureReceipt: Encodable, Hashable, Sendable {
    let issuer: String
    let erasure: ErasureID
    /// See `Erasure.subject`.
    let subject: String
    let askedAt: Int64
    let completedAt: Int64
    /// Until when lists of what has been erased may hold the id that the account had, and nothing else of it.
    let idUntil: Int64
    let backups: Backups
    let services: [Service]

    /// What the operator says of backups.
    struct Backups: Encodable, Hashable, Sendable {
        /// Whether the operator has said for how long backups are kept.
        let isStated: Bool
        /// Until when they may hold what was erased; nil where that is not stated.
        let until: Int64?

        enum CodingKeys: String, CodingKey {
            case isStated = "stated"
            case until
        }
    }

    /// What one service has erased.
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

    /// The rows of one table.
    struct Table: Encodable, Hashable, Sendable {
        let name: String
        let rows: Int64
        /// When they are deleted, where they stay for a while without anything that the person has said; nil when they
        /// are deleted.
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

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(issuer, forKey: .issuer)
        // It says what was so then, however late it is asked for.
        try container.encode(completedAt, forKey: .issuedAt)
        try container.encode(erasure, forKey: .erasure)
        try container.encode(subject, forKey: .subject)
        try container.encode(askedAt, forKey: .askedAt)
        try container.encode(completedAt, forKey: .completedAt)
        try container.encode(idUntil, forKey: .idUntil)
        try container.encode(backups, forKey: .backups)
        try container.encode(services, forKey: .services)
    }
}

extension ErasureReceipt {
    /// The receipt of an erasure; nil until it is complete.
    ///
    /// - Parameter backupsKept: For how many seconds the operator keeps backups; nil when that is not stated.
    init?(_ erasure: Erasure, issuer: String, backupsKept: Int64?) {
        guard let completed = erasure.completedAt else { return nil }
        self.issuer = issuer
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
