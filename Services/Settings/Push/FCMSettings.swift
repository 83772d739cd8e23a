public import Foundation
public import ServiceRuntime

/// Firebase Cloud Messaging: its address and credential.
public struct FCMSettings: Sendable, Equatable {
    /// The JSON file of a service account with its private key; nil disables FCM.
    public var serviceAccount: Secret?
    /// The base of `/v1/projects/…`.
    public var url: URL
    public var trustedCertificates: URL?

    init(_ reader: inout SettingsReader) {
        serviceAccount = reader.readSecret(
            "push.fcm.serviceAccount", length: 200...16_384,
            "The JSON file of a Google service account that may send messages, with its private key.")
        url = reader.read(
            "push.fcm.url", .safeAddress("https://fcm.googleapis.com"), default: address("fcm.googleapis.com"),
            "The server for messages to FCM: the address before /v1/projects.")
        trustedCertificates = reader.readOptional(
            "push.fcm.trustedCertificates", .path("file"),
            "A PEM file with certificates that are trusted in addition to the system's, for a server in place of Google's."
        )
    }
}
