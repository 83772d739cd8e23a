public import Age
import BaliseValues
public import Models

/// Where backups go, when they are made, and how long they are kept.
public struct BackupSettings: SettingsSection {
    /// Every service with data writes its own part; the edge does not learn the keys of the storage.
    public static let parts: [ServiceName: [String]] = [
        .push: ["backups"], .preferences: ["backups"], .location: ["backups"], .authSession: ["backups"],
        .identity: ["backups"],
    ]

    /// The time between two backups; nil if there is no schedule.
    public var every: Duration?
    public var to: BackupAddress?
    /// The access to the storage of an address `s3://…`; nil if it is not configured.
    public var bucket: BucketAccess?
    /// The recipients that can read the backups; empty if backups are not encrypted.
    public var recipients: [AgeRecipient]
    /// The keys that read encrypted backups; nil if this program has no keys.
    public var identity: [AgeIdentity]?
    public var keep: BackupRetention
    /// The longest time that a backup may contain data that was erased since; nil if the operator has not stated it.
    public var keptFor: Duration?

    public init(_ reader: inout SettingsReader) {
        every = reader.readOptional(
            "backups.every", .span(.seconds(900) ... .seconds(31 * 86_400)),
            "How often the services are backed up, counted from midnight UTC. "
                + "Without it only an operator makes backups.")
        to = reader.readOptional(
            "backups.to", .backupAddress,
            "The place of the backups that the services make while they run: a folder, which must exist, or S3-compatible "
                + "storage such as s3://bucket/balise. On a mounted volume name a folder in it, which is missing without the "
                + "mount.")
        bucket = BucketAccess(&reader)
        recipients = reader.read(
            "backups.recipients", .ageRecipients, default: [],
            "The age recipients (age1…) that can read the backups. Without them backups are not encrypted.")
        identity = reader.readSecret(
            "backups.identity", .ageIdentities,
            "The age identity (AGE-SECRET-KEY-1…) that reads encrypted backups, for `restore` and the weekly drill.")
        keep = BackupRetention(
            daily: reader.read(
                "backups.keep.daily", .whole(0...3650), default: 0,
                "For how many days, with today, the last backup of each day is kept."),
            weekly: reader.read(
                "backups.keep.weekly", .whole(0...520), default: 0,
                "For how many weeks, with this one, the last backup of each week is kept."),
            monthly: reader.read(
                "backups.keep.monthly", .whole(0...120), default: 0,
                "For how many months, with this one, the last backup of each month is kept. "
                    + "With 0 for all three, nothing is removed."
            ))
        keptFor = reader.readOptional(
            "backups.keptFor", .span(.seconds(0) ... .seconds(3650 * 86_400)),
            shownAs: "by backups.keep and backups.every",
            "How long you keep backups, which may contain erased data. The receipt of an erasure states it. "
                + "Without it and without backups.keep, the receipt says that you have not stated it.")
        check(&reader)
        keptFor = keptFor ?? maximumLifetime
    }

    /// The time after which the schedule has removed a backup: the retention, the time to the next backup, and a day
    /// for backups that take long or must be repeated. Nil if backups are not removed.
    var maximumLifetime: Duration? {
        guard let every, let span = keep.span else { return nil }
        return span + every + .seconds(86_400)
    }

    private func check(_ reader: inout SettingsReader) {
        if let server = reader.earlier(StorageSettings.self).server, every != nil {
            reader.report(
                "backups.every: the data is on \(server), which Balise does not back up; remove backups.every and "
                    + "backups.keep, and use a tool of PostgreSQL such as pgBackRest.")
        }
        if every != nil, to == nil {
            reader.report("backups.every needs backups.to, the place of the backups; set it.")
        }
        if case .bucket(let name, _) = to, bucket == nil {
            reader.report(
                "backups.to: the bucket \(name) needs backups.s3.endpoint, backups.s3.keyId and backups.s3.key; set all three."
            )
        }
        if let span = keep.span {
            if let every {
                if span < every {
                    reader.report(
                        "backups.keep: it covers less time than backups.every, so each backup would be removed before the next; "
                            + "raise a count.")
                }
            } else {
                reader.report(
                    "backups.keep: only the schedule removes backups; set backups.every too, or remove backups.keep.")
            }
        }
        if let keptFor, let maximumLifetime, keptFor < maximumLifetime {
            reader.report(
                "backups.keptFor: backups.keep and backups.every keep backups for up to "
                    + "\(maximumLifetime.components.seconds / 3600)h; remove backups.keptFor, or lower backups.keep.")
        }
    }
}

extension ValueForm where Value == [AgeRecipient] {
    fileprivate static let ageRecipients = ValueForm.list("recipients", of: "an age recipient such as age1…") { text in
        try? AgeRecipient(text)
    } write: {
        $0.description
    }
}

extension ValueForm where Value == [AgeIdentity] {
    fileprivate static let ageIdentities = ValueForm.single(
        "age identity", allowed: "the content of a file that age-keygen has made",
        read: { (text) throws(InvalidValue) in
            do throws(AgeError) { return try AgeIdentity.read(file: SecretText(text)) } catch {
                throw InvalidValue("holds no age identity: \(error)")
            }
        }, write: { _ in "<set>" })
}

extension SectionNames { public var backups: BackupSettings.Type { BackupSettings.self } }
