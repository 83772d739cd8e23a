// When credentials end that the settings name, as a metric.

public import Models

/// The metric of when credentials end: `balise_credential_end_seconds`, by the name of their setting.
public enum CredentialEnds {
    /// Its name.
    public static let name = "balise_credential_end_seconds"

    /// - Parameters:
    ///   - credential: What an operator knows it by.
    ///   - end: When it counts no more.
    public static func sample(_ credential: String, end: UnixTime) -> MetricSample {
        MetricSample(
            name: name, kind: .gauge, labels: [["credential", credential]], value: Double(end.rawValue) / 1000)
    }
}
