import HTTPTypes
import Models

/// Under a configured prefix (`X-Meeshy-` unless set otherwise).
struct ClientHeaderNames: Sendable {
    private let prefix: String
    private let prefixLength: Int

    init(prefix: String) {
        self.prefix = prefix.lowercased()
        prefixLength = prefix.utf8.count
    }

    /// Takes the first field of a name. An empty value is treated like no header.
    func read(_ field: HTTPField, into client: inout ClientInfo) {
        let name = field.name.canonicalName
        guard name.utf8.count > prefixLength, name.utf8.starts(with: prefix.utf8) else { return }
        let part: WritableKeyPath<ClientInfo, String?>? =
            switch name.utf8.dropFirst(prefixLength) {
            case let suffix where suffix.elementsEqual("version".utf8): \.version
            case let suffix where suffix.elementsEqual("build".utf8): \.build
            case let suffix where suffix.elementsEqual("platform".utf8): \.platform
            case let suffix where suffix.elementsEqual("device".utf8): \.device
            case let suffix where suffix.elementsEqual("os".utf8): \.os
            case let suffix where suffix.elementsEqual("locale".utf8): \.locale
            case let suffix where suffix.elementsEqual("timezone".utf8): \.timezone
            case let suffix where suffix.elementsEqual("country".utf8): \.countryText
            case let suffix where suffix.elementsEqual("city".utf8): \.cityText
            case let suffix where suffix.elementsEqual("region".utf8): \.regionText
            default: nil
            }
        guard let part, client[keyPath: part] == nil else { return }
        let value = bounded(field.value)
        guard !value.isEmpty else { return }
        client[keyPath: part] =
            switch part {
            case \.platform: value.lowercased()
            // An invalid language tag is ignored, so that it does not prevent a registration.
            case \.locale: LanguageTag(value)?.text
            default: value
            }
    }
}

extension ClientInfo {
    fileprivate var countryText: String? {
        get { country?.value }
        set { country = newValue.map(Personal.init) }
    }

    fileprivate var cityText: String? {
        get { city?.value }
        set { city = newValue.map(Personal.init) }
    }

    fileprivate var regionText: String? {
        get { region?.value }
        set { region = newValue.map(Personal.init) }
    }
}
