public import Models

/// The metric `balise_credential_end_seconds`: when credentials expire, by the name of their setting.
public enum CredentialEnds {
    public static let name = "balise_credential_end_seconds"

    /// - Parameters:
    ///   - credential: The operator's name for it.
    ///   - end: The end of its validity.
    public static func sample(_ credential: String, end: UnixTime) -> MetricSample {
        MetricSample(
            name: name, kind: .gauge, labels: [["credential", credential]], value: Double(end.rawValue) / 1000)
    }
}
