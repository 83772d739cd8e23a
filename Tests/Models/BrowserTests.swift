// Which browser a user agent is.

import Models
import Testing

@Suite struct BrowserTests {
    private static let webKit = "AppleWebKit/537.36 (KHTML, like Gecko)"
    private static let cases: [(String, String?)] = [
        ("Mozilla/5.0 (Windows NT 10.0; Win64; x64) \(webKit) Chrome/140.0.0.0 Safari/537.36", "Chrome 140.0.0.0"),
        (
            "Mozilla/5.0 (Windows NT 10.0; Win64; x64) \(webKit) Chrome/140.0.0.0 Safari/537.36 Edg/140.0.3485.54",
            "Edge 140.0.3485.54"
        ),
        ("Mozilla/5.0 (X11; Linux x86_64) \(webKit) Chrome/139.0.0.0 Safari/537.36 OPR/122.0.0.0", "Opera 122.0.0.0"),
        ("Mozilla/5.0 (X11; Linux x86_64; rv:143.0) Gecko/20100101 Firefox/143.0", "Firefox 143.0"),
        (
            "Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) "
                + "Version/18.6 Mobile/15E148 Safari/604.1", "Safari 18.6"
        ),
        (
            "Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) "
                + "CriOS/140.0.7339.101 Mobile/15E148 Safari/604.1", "Chrome 140.0.7339.101"
        ),
        ("Meeshy/42 CFNetwork/1496.0.7 Darwin/23.5.0", nil), ("curl/8.5.0", nil), ("", nil),
        ("Mozilla/5.0 (compatible)", nil), ("Mozilla/5.0 Firefox/<script>", nil),
        // A web view that says nothing of a browser.
        ("Mozilla/5.0 (iPhone) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148", nil),
    ]

    @Test(arguments: cases)
    func isNamedWithItsVersion(_ agent: String, _ shown: String?) {
        #expect(Browser(userAgent: agent)?.text == shown)
    }
}
