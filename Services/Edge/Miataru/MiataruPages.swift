import HTTPTypes
import NIOCore

enum Page {
    static let banner = {
        var banner = Answer(
            .ok, .plainText,
            ByteBuffer(string: "Balise speaks the miataru API, versions 1.0 and 1.1, under /v1/. See /openapi.yaml.\n"))
        // Browsers get another page at this address.
        banner.fields = [HTTPField(name: .vary, value: "Accept")]
        return banner
    }()

    static let robots = Answer(.ok, .plainText, ByteBuffer(string: "User-agent: *\nDisallow:\n"))

    static let icon = Answer(
        .ok, HTTPField(name: .contentType, value: "image/x-icon"), ByteBuffer(bytes: iconBytes))

    /// One pixel in the colour of a buoy: directory, entry, bitmap header, pixel (BGRA), mask.
    private static let iconBytes: [UInt8] =
        [0, 0, 1, 0, 1, 0]
        + [1, 1, 0, 0, 1, 0, 32, 0, 48, 0, 0, 0, 22, 0, 0, 0]
        + [40, 0, 0, 0, 1, 0, 0, 0, 2, 0, 0, 0, 1, 0, 32, 0] + [UInt8](repeating: 0, count: 24)
        + [0x22, 0x55, 0xEE, 0xFF] + [0, 0, 0, 0]
}

/// Names the operator only if they want that.
struct WelcomePage: Sendable {
    private static let template = PageTemplate(file: "welcome.html")
    private static let operatorLine = PageTemplate("<p>{{operatedByLabel}} <bdi>{{operatedBy}}</bdi></p>")

    let pages: PageRenderer

    /// Browsers accept HTML; other clients get one line.
    static func isWanted(by headers: RequestHeaders) -> Bool {
        headers.accept?.lowercased().contains("text/html") ?? false
    }

    func answer(_ request: EdgeRequest) -> Answer {
        let texts = PageTexts.preferred(by: request.headers)
        let line = pages.operatedBy.map { WelcomePage.operatorLine.html(texts, ["operatedBy": .text($0)]) }
        return pages.page(WelcomePage.template, title: "welcome", texts, ["operator": .markup(line ?? "")])
    }
}
